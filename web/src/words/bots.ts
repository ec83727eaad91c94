/** Who the bots are: a name and a sentence of character for each name in the server's list of bots. */

import { t } from './i18n'

export interface BotPerson {
  name: string
  /** What to expect of them, in a sentence. */
  about: string
}

/** A new bot needs a line here and a face in `parts/faces.ts`; without them it goes by its bare name. */
const PEOPLE: Record<string, () => BotPerson> = {
  random: () => ({ name: t('The macaque'), about: t('Plays whatever comes into her hands, and enjoys it.') }),
  greedy: () => ({ name: t('The magpie'), about: t('Takes what glitters now and never thinks of tomorrow.') }),
  '1': () => ({ name: 'Mali', about: t('Sells jasmine at the river. Friendly, forgets half of what she saw.') }),
  '2': () => ({ name: 'Noi', about: t('Ferryman. Sees the next wave, rarely the one after it.') }),
  '3': () => ({ name: 'Kasem', about: t('Schoolmaster. Knows every rule, and now and then a trick.') }),
  '4': () => ({ name: 'Dara', about: t('Dancer at court. Always in time, seldom where you look.') }),
  '5': () => ({ name: 'Prasit', about: t('Merchant. Counts everything twice, your followers too.') }),
  '6': () => ({ name: 'Chan', about: t('Lady-in-waiting. Says little and hears every quarrel coming.') }),
  '7': () => ({ name: 'Thawi', about: t('General. Gives ground only where it costs you more.') }),
  '8': () => ({ name: 'Ananda', about: t('Astrologer. Has read the end before you play your first card.') }),
  patient: () => ({
    name: 'Boon',
    about: t('Waits, keeps cards for the last provinces, and strikes when the others have none.'),
  }),
  hasty: () => ({ name: 'Fai', about: t('Plays a card sooner than wait, and is often first to have none left.') }),
  royalist: () => ({
    name: 'Rattana',
    about: t('Fond of Rama: collects the royal followers and wants their king to rule.'),
  }),
  anglophile: () => ({
    name: 'Sir Arthur',
    about: t('Plays for the colony: ties provinces up and collects sets of followers.'),
  }),
  champion: () => ({ name: t('The Regent'), about: t('Rules while others struggle. Nobody here is stronger.') }),
}

export function botPerson(level: string): BotPerson | null {
  return PEOPLE[level]?.() ?? null
}

/** A bot at a table: "Mali". */
export function botName(level: string): string {
  return botPerson(level)?.name ?? t('Bot {level}', { level })
}

/** A bot where its strength matters: "Mali, level 1". */
export function botTitle(level: string): string {
  return /^\d+$/.test(level) ? t('{name}, level {level}', { name: botName(level), level }) : botName(level)
}
