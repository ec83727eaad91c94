/** What everything on the table is, in a sentence or two, with the paragraph of the rules. */

import { t } from '../../words/i18n'
import { cardName, controlName } from '../../words/names'
import type { CardLetter, Control } from '../../net/protocol'

export interface Explanation {
  title: string
  text: string
  /** The paragraph of the rules page. */
  paragraph: string
}

export function explanation(topic: string, name: string | null): Explanation | null {
  const [kind, which] = topic.split('-')
  if (kind === 'card' && which) return card(which as CardLetter)
  if (kind === 'control' && which) return control(which as Control)
  if (kind === 'follower' && which) {
    return {
      title: name ?? controlName(which as Control),
      text: t('Followers decide the struggle of their province: the faction with the most there takes it.'),
      paragraph: '6.1',
    }
  }
  return thing(topic, name)
}

function card(which: CardLetter): Explanation {
  const title = cardName(which)
  switch (which) {
    case 'K':
      return {
        title,
        text: t(
          'Swap two face-up tiles of the track and put a king marker on one of them. A crowned tile can’t be swapped again. Then take a follower.',
        ),
        paragraph: '5.6',
      }
    case 'T':
      return {
        title,
        text: t(
          'Put one follower of each faction from the supply into provinces of your choice that nobody controls yet. Then take a follower.',
        ),
        paragraph: '5.7',
      }
    case '1':
      return {
        title,
        text: t('Swap one follower of a province with one of any other province. Then take a follower.'),
        paragraph: '5.8',
      }
    case '2':
      return {
        title,
        text: t('Swap two followers of a province with one of an adjacent province. Then take a follower.'),
        paragraph: '5.9',
      }
    case 'R':
      return {
        title,
        text: t(
          'Put two Rama followers from the supply next to the Rama home or next to provinces that Rama controls. Then take a follower.',
        ),
        paragraph: '5.11',
      }
    case 'L':
      return {
        title,
        text: t(
          'Put two Lao followers from the supply next to the Lao home or next to provinces that Lao controls. Then take a follower.',
        ),
        paragraph: '5.11',
      }
    case 'M':
      return {
        title,
        text: t(
          'Put two Malay followers from the supply next to the Malay home or next to provinces that Malay controls. Then take a follower.',
        ),
        paragraph: '5.11',
      }
  }
}

function control(which: Control): Explanation {
  if (which === 'B') {
    return {
      title: t('British flag'),
      text: t(
        'A tie for the most followers, or an empty province, lets the British in. Four British provinces end the game: Siam is a colony.',
      ),
      paragraph: '6.2',
    }
  }
  return {
    title: t('Controlled by {faction}', { faction: controlName(which) }),
    text: t('This province is decided. The faction that controls the most provinces at the end rules Siam.'),
    paragraph: '6.1',
  }
}

function thing(topic: string, name: string | null): Explanation | null {
  switch (topic) {
    case 'province':
      return {
        title: name ?? t('Province'),
        text: t(
          'When its struggle is resolved, the faction with the most followers here controls it; on a tie the British do.',
        ),
        paragraph: '6.1',
      }
    case 'king':
      return {
        title: t('King marker'),
        text: t('A Maharacha put it here: this tile can’t be swapped any more.'),
        paragraph: '5.6',
      }
    case 'box':
      return {
        title: t('Order of the struggles'),
        text: t('Provinces are fought over from box 1 to box 8.'),
        paragraph: '4.1',
      }
    case 'contested':
      return {
        title: t('The present struggle'),
        text: t('When all players pass in a row, this province is decided as it stands.'),
        paragraph: '4.4',
      }
    case 'majority':
      return {
        title: t('Who would take it'),
        text: t('The faction with strictly the most followers; a flag means a tie, which lets the British in.'),
        paragraph: '6.1',
      }
    case 'supply':
      return {
        title: t('Supply'),
        text: t('Followers that are off the board. Cards bring them back into play, resolved provinces return theirs.'),
        paragraph: '3.4',
      }
    case 'court':
      return {
        title: t('Court'),
        text: t(
          'Followers this player has taken. Whoever has the most of the ruling faction wins; in a colony complete sets of three count.',
        ),
        paragraph: '7.3',
      }
    case 'sets':
      return {
        title: t('Sets'),
        text: t('One follower of each faction makes a set. Sets decide if Siam becomes a colony.'),
        paragraph: '7.4',
      }
    case 'hand':
      return {
        title: t('Cards left'),
        text: t('Everybody starts with the same eight cards, for the whole game. Played cards never come back.'),
        paragraph: '5.1',
      }
    case 'discards':
      return {
        title: t('Discards'),
        text: t(
          'Cards this player has played. By the book only the top one is seen; many tables play with open discards.',
        ),
        paragraph: '5.1',
      }
    case 'pass':
      return {
        title: t('Passing'),
        text: t(
          'Passing costs nothing and is never final: when your turn comes again you may play. If all pass in a row the struggle is resolved.',
        ),
        paragraph: '4.3',
      }
    case 'pass-on':
      return {
        title: t('Passing on'),
        text: t('Passes for you until somebody plays a card, or to the end. Press again to stop.'),
        paragraph: '4.3',
      }
    case 'standing':
      return {
        title: t('If everyone passes now'),
        text: t('How the game would end if nobody played another card.'),
        paragraph: '7.1',
      }
    default:
      return null
  }
}
