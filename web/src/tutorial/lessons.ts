/** The first game in small steps: each lesson is a prepared position, something to do on it, and what it shows. */

import { t } from '../words/i18n'
import type { Control, Result, State } from '../net/protocol'

export interface Lesson {
  id: string
  title: string
  /** What there is to know, and what to do. */
  words: string[]
  task: string
  /** In the notation; the learner is seat 1. */
  position: string
  /** How a move may begin here; without it everything legal is open. */
  only?: string[]
  /** The moves that follow the learner's own, the learner's forced passes among them. */
  answers?: string[]
  /** Steps that reach the goal, drawn on the board on request. */
  example: string[]
  /** What is still missing after the move, or null once the goal is reached. */
  missing: (after: Seen) => string | null
  /** What the move has shown. */
  learned: string
}

export interface Seen {
  move: string
  before: State
  state: State
  result: Result | null
}

/** Who would control a province, or does. The server told; nothing is counted here. */
function holder(state: State, province: string): Control | null {
  const box = state.track.find((one) => one.province === province)
  return box?.control ?? box?.majority ?? null
}
const court = (state: State, at: 0 | 1 | 2) => state.players[0]?.court[at] ?? 0
const won = ({ result }: Seen) => result?.winners.includes(1) ?? false

export function lessons(): Lesson[] {
  return [
    {
      id: 'struggle',
      title: t('A power struggle'),
      words: [
        t(
          'You are Anna, Bertha plays against you. Eight provinces are fought for one after another, in the order of the track.',
        ),
        t('The first one is open now: Sukothai. Rama (yellow circles) has the most followers there.'),
      ],
      task: t('Press Pass. When everybody has passed, the struggle is over.'),
      position:
        'siam suk:R2L1M1,ray:R2M2,chi:R1L2M1,ked:R1L1M2,kho:R1L2M1,lua:L3M1,pat:R1M3,ayu:R2L1M1 R5L4M3 KTT12RLM:R1L1/KTT12RLM:L1M1 1 0 - -',
      only: ['pass'],
      answers: ['pass'],
      example: ['pass'],
      missing: ({ state }) => (holder(state, 'suk') === 'R' ? null : t('Press Pass.')),
      learned: t(
        'The faction with the most followers controls the province. Its followers go back to the supply, and the next struggle begins.',
      ),
    },
    {
      id: 'british',
      title: t('When two quarrel'),
      words: [
        t('Rayaburi is next: two Rama, two Malay. Nobody has the most, and the British are waiting for just that.'),
      ],
      task: t('Pass again and see who comes.'),
      position:
        'siam suk=R,ray:R2M2,chi:R1L2M1,ked:R1L1M2,kho:R1L2M1,lua:L3M1,pat:R1M3,ayu:R2L1M1 R7L5M4 KTT12RLM:R1L1/KTT12RLM:L1M1 1 0 - -',
      only: ['pass'],
      answers: ['pass'],
      example: ['pass'],
      missing: ({ state }) => (holder(state, 'ray') === 'B' ? null : t('Press Pass.')),
      learned: t(
        'A tie for the most, or an empty province, goes to the British. The fourth British province ends the game at once.',
      ),
    },
    {
      id: 'rama',
      title: t('Your first card: Rama'),
      words: [
        t('You have eight cards for the whole game, and none comes back. In your turn you play one or pass.'),
        t(
          'Rama puts two Rama followers next to their home, Ayutthaya, or next to a province they control. Every card ends the same way: you take one follower from anywhere into your court.',
        ),
      ],
      task: t('Play Rama: put both followers into Khorat, then take a Lao follower from there.'),
      position:
        'siam suk=R,ray=B,kho:R1L2M1,chi:R1L2M1,ked:R1L1M2,lua:L3M1,pat:R1M3,ayu:R2L1M1 R9L5M6 R:R1L1/KTT12RLM:L1M1 1 0 - -',
      only: ['R'],
      example: ['R', 'kho', 'kho', 'L@kho'],
      missing: ({ state }) =>
        holder(state, 'kho') === 'R'
          ? null
          : t('Khorat does not belong to Rama yet. Both followers are needed there, and nobody of Rama should leave.'),
      learned: t(
        'Rama leads in Khorat now, and you have one follower more in your court. Courts are always open, and they decide who wins.',
      ),
    },
    {
      id: 'taking',
      title: t('Taking weakens what you back'),
      words: [
        t(
          'In the end one faction rules Siam, and whoever has the most of its followers in their court wins. So you want Lao followers if Lao is to rule.',
        ),
        t('But whoever sits in your court is missing from the board.'),
      ],
      task: t('Play Lao: win Chiang Mai for Lao, and take a Lao follower without giving Chiang Mai away again.'),
      position:
        'siam suk=R,ray=B,kho=R,chi:R2L1M1,lua:L3M1,ked:R1L1M2,pat:R1M3,ayu:R2L1M1 R9L7M7 L:R1L2/KTT12RLM:L1M1 1 0 - -',
      only: ['L'],
      example: ['L', 'chi', 'chi', 'L@lua'],
      missing: ({ before, state }) => {
        if (holder(state, 'chi') === 'B')
          return t('Tied: the follower you took was the one that Chiang Mai needed. Take it from somewhere else.')
        if (holder(state, 'chi') !== 'L') return t('Chiang Mai does not belong to Lao yet: put both followers there.')
        return court(state, 1) > court(before, 1)
          ? null
          : t('Chiang Mai is won, but your court has no new Lao follower.')
      },
      learned: t(
        'That is the heart of the game: back a faction, collect its followers, and never take the one too many.',
      ),
    },
    {
      id: 'malai',
      title: t('As much as can be done'),
      words: [
        t(
          'Malai does the same for the Malay around Kedah. The supply has only one Malay follower left, so the card puts one.',
        ),
        t(
          'A card does as much as it can. If it can do nothing at all you may still play it, and you still take a follower.',
        ),
      ],
      task: t('Play Malai and win Pattani for the Malay.'),
      position:
        'siam suk=R,ray=B,kho=R,chi=L,pat:R1M1,lua:R2L4M3,ked:R1L1M5,ayu:R2L1M3 R9L6M1 M:R1L3/KTT12RLM:L1M3 1 0 - -',
      only: ['M'],
      example: ['M', 'pat', 'L@lua'],
      missing: ({ state }) =>
        holder(state, 'pat') === 'M'
          ? null
          : t('Pattani does not belong to the Malay yet. Put the follower there and take another one.'),
      learned: t('Three of your cards belong to a faction: Rama, Lao and Malai.'),
    },
    {
      id: 'one',
      title: t('1 vs 1'),
      words: [t('1 vs 1 swaps one follower of a province with one of any other province, however far away.')],
      task: t('Win Rayaburi for Rama: swap a Lao follower from there for a Rama follower from elsewhere.'),
      position:
        'siam suk=R,kho=R,chi=L,ray:R2L3M1,lua:L3M1,ked:R1L1M2,pat:R1M3,ayu:R3L1M1 R8L4M5 1:R1L3/KTT12RLM:L1M3 1 0 - -',
      only: ['1'],
      example: ['1', 'L@ray', 'R@ayu', 'L@ray'],
      missing: ({ state }) =>
        holder(state, 'ray') === 'R'
          ? null
          : t(
              'Rayaburi does not belong to Rama yet: a Lao follower has to go, a Rama follower has to come, and nobody of Rama may leave.',
            ),
      learned: t(
        'One leaves, one comes: a swap counts twice. The next player may not simply undo it with the same card.',
      ),
    },
    {
      id: 'two',
      title: t('2 vs 1'),
      words: [t('2 vs 1 swaps two followers of a province for one of a province next door.')],
      task: t('Win Sukothai for Rama with two Rama followers from Khorat.'),
      position:
        'siam chi=L,suk:R2L3M1,kho:R3L1,ray:R2M1,lua:L3M1,ked:R1L1M2,pat:R1M3,ayu:R2L1M1 R4L4M5 2:R1L2/KTT12RLM:L1M2 1 0 - -',
      only: ['2'],
      example: ['2', 'R@kho', 'R@kho', 'L@suk', 'L@suk'],
      missing: ({ state }) =>
        holder(state, 'suk') === 'R'
          ? null
          : t('Sukothai does not belong to Rama yet: choose two Rama in Khorat, then a Lao in Sukothai.'),
      learned: t('Strong where it arrives, but look at Khorat: what you move is missing where it was.'),
    },
    {
      id: 'khon_thai',
      title: t('Khon Thai'),
      words: [
        t(
          'Khon Thai, your only card that comes twice, puts one follower of each faction, each into a province of your choice.',
        ),
      ],
      task: t('Pattani is tied. Win it for the Malay; the other two may go where you like.'),
      position:
        'siam chi=L,suk=R,pat:L2M2,kho:R3L1,ray:R2M1,lua:L3M1,ked:R1L1M2,ayu:R2L1M1 R7L5M7 T:R1L2/KTT12RLM:L1M2 1 0 - -',
      only: ['T'],
      example: ['T', 'ray', 'lua', 'pat', 'L@pat'],
      missing: ({ state }) =>
        holder(state, 'pat') === 'M'
          ? null
          : t(
              'Pattani does not belong to the Malay yet: send the Malay follower there and the Lao follower elsewhere.',
            ),
      learned: t(
        'Khon Thai reaches every open province. No follower ever enters a province that is already controlled.',
      ),
    },
    {
      id: 'maharacha',
      title: t('Maharacha'),
      words: [
        t(
          'Maharacha swaps two tiles on the track, so that the struggles come in another order. One of the two gets a king marker and stays where it is for good.',
        ),
        t('Right now Lao would win Sukothai.'),
      ],
      task: t('Put off Sukothai: swap it with Ayutthaya, which Rama holds firmly.'),
      position:
        'siam chi=L,suk:R1L3,kho:R3L1,ray:R2M1,lua:L3M1,ked:R1L1M2,pat:R1M3,ayu:R3L1M1 R4L4M6 K:R1L2/KTT12RLM:L1M2 1 0 - -',
      only: ['K'],
      example: ['K', 'suk', 'ayu', 'L@suk'],
      missing: ({ state }) =>
        state.contested === 'ayu'
          ? null
          : t('Ayutthaya is not first yet: choose the tiles of Sukothai and Ayutthaya on the track.'),
      learned: t(
        'Order matters: of two factions with equally many provinces, the one that gained a province last rules.',
      ),
    },
    {
      id: 'passing',
      title: t('Why passing is strong'),
      words: [
        t(
          'Each of you has one card left. Read the line "If everyone passes now": Malay rules, and you win. So why change anything?',
        ),
        t('Whoever plays first shows their hand, and the other has the last word. You may pass and still play later.'),
      ],
      task: t('Pass and let Bertha come.'),
      position: 'siam ray=L,pat=R,kho=R,chi=L,suk=L,ayu=M,ked:R1L2M4,lua:M3 R6L7M7 R:R5L2M2/R:R4L5 1 0 12 -',
      answers: ['R ked ked +M@ked'],
      example: ['pass'],
      missing: ({ move }) =>
        move === 'pass' ? null : t('Now Bertha has the last word, and she will use it. Keep your card and pass.'),
      learned: t('Bertha had to move: Kedah is tied now, Lao would rule, and she would win. But her hand is empty.'),
    },
    {
      id: 'last_word',
      title: t('The last word'),
      words: [
        t(
          'You hold the last card of the whole game. It may be played only to win, so the table offers you just the moves that do.',
        ),
      ],
      task: t('Play Rama in Kedah and win the game.'),
      position: 'siam ray=L,pat=R,kho=R,chi=L,suk=L,ayu=M,ked:R3L2M3,lua:M3 R4L7M7 R:R5L2M2/-:R4L5M1 1 0 12 -',
      only: ['R'],
      answers: ['pass', 'pass', 'pass', 'pass'],
      example: ['R', 'ked', 'ked', 'L@ked'],
      missing: (seen) => (won(seen) ? null : t('That does not win yet. Try again.')),
      learned: t(
        'You waited, and won. Cards that you did not play are worth nothing in the end, but every card you play too early helps the others.',
      ),
    },
    {
      id: 'kingdom',
      title: t('The first ending: a kingdom'),
      words: [
        t(
          'After eight struggles the faction with the most provinces rules Siam. Whoever has the most of its followers in their court wins.',
        ),
        t(
          'Rama and Lao have three provinces each; Rayaburi decides. You have many Rama in your court, Bertha many Lao.',
        ),
      ],
      task: t('Win Rayaburi for Rama.'),
      position: 'siam suk=R,ayu=R,chi=L,ked=M,pat=R,kho=L,lua=L,ray:R1L2M1 R8L6M11 R:R5L2M2/-:R2L6M2 1 0 12 -',
      only: ['R'],
      answers: ['pass', 'pass'],
      example: ['R', 'ray', 'ray', 'M@ray'],
      missing: (seen) => (won(seen) ? null : t('That does not win yet. Try again.')),
      learned: t(
        'Rama rules, and most Rama followers are yours. The table always tells, criterion by criterion, why somebody wins.',
      ),
    },
    {
      id: 'colony',
      title: t('The second ending: a colony'),
      words: [
        t(
          'Three provinces are British already. With the fourth Siam becomes a colony, and then other things count: complete sets of one Rama, one Lao and one Malay.',
        ),
        t('Lao would win Rayaburi, and Bertha would win with Lao. But your court has more sets.'),
      ],
      task: t('Make Rayaburi a tie: play Khon Thai and take a Lao follower.'),
      position: 'siam chi=B,suk=B,kho=R,lua=L,pat=M,ked=B,ayu=R,ray:R2L3M1 R11L5M11 T:R2L2M3/-:R1L6M1 1 0 12 -',
      only: ['T'],
      answers: ['pass', 'pass'],
      example: ['T', 'ray', 'ray', 'ray', 'L@ray'],
      missing: (seen) => (won(seen) ? null : t('That does not win yet. Try again.')),
      learned: t(
        'A colony, and you win with two complete sets. Keep an eye on the British: they turn a lost game around.',
      ),
    },
  ]
}
