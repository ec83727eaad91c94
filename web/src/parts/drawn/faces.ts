/** The bots' faces as drawings on 64 × 64: data for `Portrait.svelte`, all of them ours. */

/** A filled shape, drawn in order. */
export interface Layer {
  d: string
  fill: string
}
export interface Face {
  /** Behind the head. */
  ground: string
  skin: string
  cloth: string
  /** Hair and hats: what lies behind the head, and what lies on it. */
  behind?: Layer[]
  before?: Layer[]
  brows?: string
  eyes?: string
  mouth?: string
  /** Fine ink on top: glasses, wrinkles, seams. */
  ink?: string
  /** An animal has no shoulders and neck of a person. */
  whole?: Layer[]
}

const HAIR = '#2b211b'
const GREY = '#b9b2a6'
const GOLD = '#e8b93a'
const WHITE = '#f6efe0'
const RED = '#9c1f38'
const BLUE = '#2f6a9e'
const GREEN = '#3f7357'
const BROWN = '#7a5230'

const EYES = 'M25.4 31.2a1.5 1.6 0 1 0 3 0a1.5 1.6 0 1 0 -3 0M35.6 31.2a1.5 1.6 0 1 0 3 0a1.5 1.6 0 1 0 -3 0'
const CALM = 'M24 27.6q3 -1.6 5.4 -.4M34.6 27.200q2.4 -1.2 5.4 .4'
const STERN = 'M24 26.600q3 -.4 5.6 1.200M34.4 27.8q2.6 -1.6 5.6 -1.2'
const SMILE = 'M27 39q5 4.4 10 0'
const STRAIGHT = 'M28 40q4 .8 8 0'
const SMIRK = 'M28 40.200q5 1 8.4 -1.6'

/** Hair cropped short, as everybody wore it then, or long. */
const CROP = 'M19.6 31Q18 14.5 32 14Q46 14.5 44.4 31Q43.5 23.5 38 22.500Q32 21.5 26 22.500Q20.5 23.5 19.6 31Z'
const PARTED = 'M19.2 33Q17 14 32 13.600Q47 14 44.8 33Q44 24 34 20.500L32 17.500L30 20.500Q20 24 19.2 33Z'

export const FACES: Record<string, Face> = {
  '1': {
    ground: '#cfe0c3',
    skin: '#d9a679',
    cloth: '#d9708a',
    behind: [{ d: 'M18 22Q14 44 20 50H44Q50 44 46 22Q40 12 32 12Q24 12 18 22Z', fill: HAIR }],
    before: [
      { d: PARTED, fill: HAIR },
      {
        d: 'M41 17a3 3 0 1 1 4.5 -1.800a3 3 0 1 1 2.6 4.200a3 3 0 1 1 -4.6 1.800a3 3 0 1 1 -2.5 -4.200Z',
        fill: WHITE,
      },
    ],
    mouth: SMILE,
  },
  '2': {
    ground: '#bfd7dc',
    skin: '#c08a5c',
    cloth: BLUE,
    behind: [{ d: CROP, fill: HAIR }],
    before: [{ d: 'M10 25.500L32 7L54 25.500Q43 20.8 32 20.800Q21 20.8 10 25.500Z', fill: '#d8b26a' }],
    mouth: SMILE,
    ink: 'M32 7L26 21.200M32 7L38 21.200M32 7L18 22.600M32 7L46 22.600M27 50L32 57L37 50',
  },
  '3': {
    ground: '#e7d3a8',
    skin: '#cf9a6c',
    cloth: WHITE,
    before: [{ d: CROP, fill: GREY }],
    brows: STERN,
    mouth: STRAIGHT,
    ink: 'M22.4 31.400a4.4 4.4 0 1 0 8.8 0a4.4 4.4 0 1 0 -8.8 0M32.8 31.400a4.4 4.4 0 1 0 8.8 0a4.4 4.4 0 1 0 -8.8 0M31.2 31q.8 -.8 1.6 0M32 50V62M28 53h2.500M28 57h2.5',
  },
  '4': {
    ground: '#e9c9b8',
    skin: '#e0b187',
    cloth: RED,
    behind: [{ d: CROP, fill: HAIR }],
    before: [
      {
        d: 'M19 27Q20 17.5 26 16.500L29.5 10L31 2L32 -1L33 2L34.5 10L38 16.500Q44 17.5 45 27Q38 20.5 32 20.500Q26 20.5 19 27Z',
        fill: GOLD,
      },
      { d: 'M19 27Q15.5 33 17.6 40L20.6 34.500ZM45 27Q48.5 33 46.4 40L43.4 34.500Z', fill: GOLD },
      { d: 'M14 52Q32 44.5 50 52L47 57.500Q32 50 17 57.500Z', fill: GOLD },
    ],
    mouth: SMILE,
    ink: 'M27.5 13.500H36.500M25 17.500H39M30 8H34',
  },
  '5': {
    ground: '#d8d0b4',
    skin: '#c9905f',
    cloth: GREEN,
    behind: [{ d: CROP, fill: HAIR }],
    before: [
      { d: 'M20.5 23L21.5 12.500Q32 9 42.5 12.500L43.5 23Q32 18.5 20.5 23Z', fill: '#33343d' },
      { d: 'M25 37.200Q32 33.8 39 37.200Q36 38.4 32 37.400Q28 38.4 25 37.200Z', fill: HAIR },
    ],
    mouth: SMIRK,
    ink: 'M42 13L47 18V25M32 50V62M29 54h6M29 58h6',
  },
  '6': {
    ground: '#d9c3d8',
    skin: '#e3b58c',
    cloth: '#5d3f74',
    behind: [{ d: 'M26 12a6 6.5 0 1 1 12 0a6 6.5 0 1 1 -12 0Z', fill: HAIR }],
    before: [
      { d: PARTED, fill: HAIR },
      { d: 'M25.5 14.500Q32 11.5 38.5 14.500L38 17Q32 14.5 26 17Z', fill: GOLD },
      { d: 'M24 62L40 48.500L45.5 50.500L33 62Z', fill: GOLD },
      {
        d: 'M18.4 37a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0 -3.2 0ZM42.4 37a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0 -3.2 0Z',
        fill: GOLD,
      },
    ],
    mouth: STRAIGHT,
  },
  '7': {
    ground: '#c9c4b0',
    skin: '#b98354',
    cloth: '#8c2433',
    behind: [{ d: CROP, fill: GREY }],
    before: [
      {
        d: 'M17.5 24.500Q18.5 10.5 32 9.500Q45.5 10.5 46.5 24.500L50 27.500Q41 23 32 23Q23 23 14 27.500Z',
        fill: WHITE,
      },
      { d: 'M30.4 9.500L31 1.500Q32 .5 33 1.500L33.6 9.500Z', fill: GOLD },
      { d: 'M23.5 38.500Q27.5 33.8 32 36.500Q36.5 33.8 40.5 38.500Q36 39.5 32 37.8Q28 39.5 23.5 38.500Z', fill: GREY },
      { d: 'M9 54Q13 48.5 20 49L19 54.500ZM55 54Q51 48.5 44 49L45 54.500Z', fill: GOLD },
    ],
    brows: STERN,
    mouth: 'M29 42q3 .6 6 0',
    ink: 'M18.5 20.500Q32 15.5 45.5 20.500M32 50V62',
  },
  '8': {
    ground: '#aeb6d3',
    skin: '#cf9a6c',
    cloth: WHITE,
    behind: [{ d: CROP, fill: WHITE }],
    before: [
      { d: 'M19.5 26.500L23 18L30 1.500Q32 -.5 34 1.500L41 18L44.5 26.500Q32 20 19.5 26.500Z', fill: WHITE },
      { d: 'M22.3 19.800Q32 14.5 41.7 19.800L43 23Q32 17.5 21 23Z', fill: GOLD },
      {
        d: 'M23.5 39.500Q26.5 36.5 32 38.500Q37.5 36.5 40.5 39.500Q39 53.5 32 57.500Q25 53.5 23.5 39.500Z',
        fill: WHITE,
      },
    ],
    brows: CALM,
    mouth: 'M29 41.500q3 1.2 6 0',
    ink: 'M29 45v6M32 46v8M35 45v6M32 6l.8 1.700l1.8 .3l-1.3 1.300l.3 1.800l-1.6 -.9l-1.6 .9l.3 -1.800l-1.3 -1.300l1.8 -.3Z',
  },
  patient: {
    ground: '#d5dcc0',
    skin: '#c9905f',
    cloth: '#d98a2b',
    brows: CALM,
    mouth: SMILE,
    ink: 'M20 52Q32 60 50 50M18 56Q32 62 46 56',
  },
  hasty: {
    ground: '#f0c9a0',
    skin: '#d9a679',
    cloth: '#c4472e',
    behind: [{ d: CROP, fill: HAIR }],
    before: [{ d: 'M19 25L22 12L26 18L30 8L33 17L39 9L40 18L46 13L45 25Q32 17 19 25Z', fill: HAIR }],
    brows: STERN,
    mouth: SMIRK,
  },
  royalist: {
    ground: '#f2e2b0',
    skin: '#e0b187',
    cloth: GOLD,
    behind: [{ d: 'M18 22Q14 44 20 50H44Q50 44 46 22Q40 12 32 12Q24 12 18 22Z', fill: HAIR }],
    before: [
      { d: PARTED, fill: HAIR },
      { d: 'M22 18L24 8L28 14L32 5L36 14L40 8L42 18Q32 13 22 18Z', fill: GOLD },
    ],
    mouth: SMILE,
  },
  anglophile: {
    ground: '#c4cfdf',
    skin: '#ecc9a8',
    cloth: '#39425a',
    behind: [{ d: CROP, fill: BROWN }],
    before: [
      { d: 'M23 22V5H41V22ZM16 22Q32 17 48 22L46 25Q32 20 18 25Z', fill: '#23262e' },
      { d: 'M24.500 38Q28 34.500 32 36.800Q36 34.500 39.500 38Q36 38.800 32 37.800Q28 38.800 24.500 38Z', fill: BROWN },
    ],
    mouth: 'M29 41.500q3 .6 6 0',
    ink: 'M34.200 31.400a4 4 0 1 0 8 0a4 4 0 1 0 -8 0M42 33Q44 42 40 50',
  },
  champion: {
    ground: '#eed38b',
    skin: '#c79263',
    cloth: '#7c1130',
    behind: [{ d: CROP, fill: HAIR }],
    before: [
      {
        d: 'M19.5 26L21.5 16.500L25.5 18.500L28.5 8.500L32 -1L35.5 8.500L38.5 18.500L42.5 16.500L44.5 26Q32 20 19.5 26Z',
        fill: GOLD,
      },
      { d: 'M30.4 15.500L32 12.800L33.6 15.500L32 18.200Z', fill: RED },
      { d: 'M24.5 37.8Q28 34.6 32 36.600Q36 34.6 39.5 37.8Q36 38.6 32 37.600Q28 38.6 24.5 37.8Z', fill: HAIR },
      { d: 'M12 55Q20 48 28 49.500L32 55L36 49.500Q44 48 52 55L49 62H15Z', fill: GOLD },
    ],
    brows: STERN,
    mouth: SMIRK,
    ink: 'M23 21.600Q32 17 41 21.600M32 55V62M22 53L24 60M42 53L40 60',
  },
  random: {
    ground: '#cfe0c3',
    skin: '#e0b48c',
    cloth: BROWN,
    whole: [
      { d: 'M10 30a7 7.5 0 1 1 13 -4L21 38ZM54 30a7 7.5 0 1 0 -13 -4L43 38Z', fill: '#d79c7a' },
      { d: 'M15 32Q14 9 32 8.500Q50 9 49 32Q53 55 32 56Q11 55 15 32Z', fill: BROWN },
      { d: 'M32 24Q40 16.5 44 25Q46 31 42.5 35Q46 50 32 51Q18 50 21.5 35Q18 31 20 25Q24 16.5 32 24Z', fill: '#e0b48c' },
    ],
    brows: '',
    eyes: 'M24.6 30a1.9 2.1 0 1 0 3.8 0a1.9 2.1 0 1 0 -3.8 0M35.6 30a1.9 2.1 0 1 0 3.8 0a1.9 2.1 0 1 0 -3.8 0',
    mouth: 'M25.5 43.500q6.5 5 13 0',
    ink: 'M30.5 38.500l.6 1M33.5 38.500l-.6 1M26 9.500Q32 13 38 9.500M27 12.500Q32 15.5 37 12.5',
  },
  greedy: {
    ground: '#bfd7dc',
    skin: WHITE,
    cloth: '#23262e',
    whole: [
      { d: 'M14 62Q10 34 22 20Q30 9 41 14Q49 18 48.5 28Q50 40 46 50L48 62Z', fill: '#23262e' },
      { d: 'M24 62Q22 46 34 40Q44 37 47 46L46 62Z', fill: WHITE },
      { d: 'M46.5 22L60 28.500Q54 31.5 47.5 30Z', fill: '#4b4a48' },
      { d: 'M57 29.500a3.4 3.4 0 1 1 .1 0Z', fill: GOLD },
    ],
    brows: '',
    eyes: 'M38.2 22.600a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0 -4.6 0',
    mouth: '',
    ink: 'M46.8 26Q53 28.5 59 28.500M17 50Q22 36 28 30M21 56Q26 44 31 40',
  },
}
export const DRAWN = { EYES, CALM, SMILE }
