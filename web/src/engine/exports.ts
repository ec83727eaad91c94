/** What the engine's module exports, and where everything lies that it writes. Written by `make wasm`; do not edit. */

/** Where something lies in the module's memory. */
export type Address = number

export interface Exports {
  readonly memory: WebAssembly.Memory
  /** Make room for so many bytes; zero if there is no memory left. */
  room(size: number): Address
  /** Give room back. */
  give_back(address: Address): void
  /**
   * Write down what does not change in a game.
   *
   * The borders are eight integers with a bit for each neighbour, the homes three provinces; the options are one or
   * zero: the highest help card begins, the capital comes last, a colony makes everybody lose.
   */
  lay_ground(ground: Address, players: number, borders: Address, homes: Address, highest: number, capital: number, colony: number): void
  /** Set up a game at random; the same seed deals the same position. */
  deal(ground: Address, state: Address, seed: number): void
  /** Fill in what is derived from a position. */
  derive(ground: Address, state: Address): void
  /** Return the legal steps as bits. */
  legal_steps(ground: Address, state: Address): number
  /** Carry out a step that is legal. */
  apply_step(ground: Address, state: Address, step: number): void
  /** Return the winning seats, as bits, if everybody passes from here on. */
  standing_winners(ground: Address, state: Address): number
  /** Play whole random games and give a sum over who won. */
  random_games(ground: Address, games: number, seed: number): number
  /** Fold every position of random games into one word, written at the target. */
  signature_of(ground: Address, games: number, seed: number, target: Address): void
  /**
   * Play random games step by step; write of each position its hash, its legal steps and its winners.
   *
   * Each takes three words at the target. Return how many positions there were; more than there is room for are
   * counted, not written.
   */
  walk(ground: Address, games: number, seed: number, target: Address, roomFor: number): number
  /** Write what the steps of a move with a card decide, the card first, four numbers each; give how many there are. */
  tell_parts(ground: Address, state: Address, card: number, target: Address): number
  /** Return the cards of the player to move that can do nothing now, as bits. */
  cards_without_effect(ground: Address, state: Address): number
  /**
   * Write the position with so many steps of a move carried out, as if the move ended there; one if it shows.
   *
   * Followers are placed one by one; swaps wait until they are whole.
   */
  preview(ground: Address, state: Address, path: Address, count: number, target: Address): number
  /** Play the steps of a whole move in place and write what happened, seven numbers each; give how many events. */
  play_told(ground: Address, state: Address, path: Address, stepsCount: number, target: Address): number
  /** Write the outcome if everybody passes from here on: who rules, who wins, and every criterion that is needed. */
  tell_outcome(ground: Address, state: Address, target: Address): void
  /** Write a position, in which no move has been begun, as a form. */
  write_form(ground: Address, state: Address, target: Address): void
  /** Read a position from a form. */
  read_form(ground: Address, formAt: Address, target: Address): void
  /** Write what can be said of a position, in which no move has been begun. */
  write_facts(ground: Address, state: Address, target: Address): void
  /**
   * Make an evaluation of weights: the inputs, the bias, the outputs and their bias, in half precision.
   *
   * On another board than the one they learned on, the weights may not know provinces.
   */
  new_evaluation(weights: Address, units: number, outputs: number, knowsProvinces: number): Address
  /** Forget an evaluation. */
  end_evaluation(evaluation: Address): void
  /**
   * Begin a search of a position, with room for so many nodes.
   *
   * The style is given as floats: its ten numbers, then four for each widening.
   */
  new_search(ground: Address, state: Address, evaluation: Address, style: Address, widenings: number, roomFor: number): Address
  /**
   * Keep what an earlier search of the same game knows of the position; one if it knew it, else zero.
   *
   * Both must have the same evaluation, and this one must not have been grown yet.
   */
  continue_search(handle: Address, previous: Address): number
  /** Grow a search until it has so many nodes, if it comes to that; give how many it has. */
  grow_search(handle: Address, nodes: number): number
  /** Return whether more nodes would change nothing: everything is decided, or there is no room. */
  is_finished(handle: Address): number
  /** Return how many moves deep a search has looked. */
  depth_of(handle: Address): number
  /** Return how many moves of the position a search knows. */
  moves_found(handle: Address): number
  /**
   * Write the so-manieth best line: at the target its visits, whether it is proven, how many moves, and their steps.
   *
   * The steps of each move take six places, -1 where there are none. The winning chances of the camps are written
   * as three floats.
   */
  line_found(handle: Address, number: number, target: Address, chances: Address): void
  /** Return whether the move to play is proven to be a best one. */
  is_certain(handle: Address): number
  /**
   * Return which of the best lines seems best to somebody who misjudges every chance a little.
   *
   * Nobody gives a win away that they hold as it stands: then it is -1 for passing, if no line holds it.
   */
  noisy_move(handle: Address, lines: number, noise: number, seed: number): number
  /** Forget a search. */
  end_search(handle: Address): void
  /**
   * Search an ending of two camps to the end: 2 if who is to move wins, 0 if they lose, 1 if it is shared.
   *
   * It gives -1 if looking at so many positions does not suffice. A move that keeps the outcome is written at the
   * target as eight steps, -1 where there are none, and after them how many positions were looked at. How many
   * positions are remembered is a power of two.
   */
  prove(ground: Address, state: Address, budget: number, remembered: number, target: Address): number
  /**
   * Write the best of passing and so many moves drawn, if everybody passed from then on, at the target.
   *
   * It takes six steps, -1 where there are none.
   */
  standing_move(ground: Address, state: Address, ideas: number, seed: number, target: Address): void
  /** Return the provinces, as bits, where a card can do something now, whoever plays it. */
  card_reach(ground: Address, state: Address, card: number): number
  /** Return why a step can't follow so many steps of a move, which must be legal; -1 if it can. */
  refusal_of(ground: Address, state: Address, path: Address, count: number, step: number): number
  /** Write who gets the province in each box if everybody passes from here on, and after how many the game ends. */
  tell_controls(ground: Address, state: Address, target: Address): void
  /** Return who rules if the provinces in the eight boxes go to these; the British rule a colony. */
  ruler_by(controls: Address): number
  /** Return whether the camp of a seat wins alone from here, whatever the others do. */
  forces_win(ground: Address, state: Address, seat: number): number
  /** Write the first move after which the mover's camp forces the win; give how many steps it has, or 0. */
  winning_move(ground: Address, state: Address, target: Address): number
  /** Write what is played so that a seat's camp, which forces no win here, misses it; give how many steps it has. */
  refuting_move(ground: Address, state: Address, seat: number, target: Address): number
  /** Write what follows a right try; give how many steps it has, or 0 where the solver has something to decide. */
  answer_to(ground: Address, state: Address, solver: number, target: Address): number
}

export const SIZE = 79
export const GROUND_SIZE = 27
export const STEPS = 40
export const STEP_PASS = 0
export const STEP_CARD = 1
export const STEP_CELL = 8
export const STEP_PROVINCE = 32
export const STAGE = 71
export const MOVE = 0
export const OVER = 14
export const TO_MOVE = 64
export const CARDS = 78
export const PART_CARD = 0
export const PART_TILE = 1
export const PART_CROWN = 2
export const PART_PLACE = 3
export const PART_GIVE = 4
export const PART_RECEIVE = 5
export const PART_TAKE = 6
export const PART_SIZE = 4
export const PARTS = 6
export const PASSED = 0
export const CARD_PLAYED = 1
export const TILES_SWAPPED = 2
export const FOLLOWER_PLACED = 3
export const FOLLOWERS_SWAPPED = 4
export const FOLLOWER_TAKEN = 5
export const STRUGGLE_RESOLVED = 6
export const GAME_ENDED = 7
export const EVENT_SIZE = 7
export const EVENTS = 8
export const VERDICT = 16
export const VERDICT_FIGURES = 2
export const VERDICT_LEFT = 11
export const VERDICT_LAST_OF_FACTIONS = 2
export const OUTCOME_TRAIL = 3
export const OUTCOME_SIZE = 99
export const FACTIONS = 3
export const FORM_TRACK = 0
export const FORM_CONTROLS = 8
export const FORM_KINGS = 16
export const FORM_FOLLOWERS = 24
export const FORM_SUPPLY = 48
export const FORM_COURTS = 51
export const FORM_HANDS = 63
export const FORM_TO_MOVE = 91
export const FORM_PASSES = 92
export const FORM_RECENCY = 93
export const FORM_SWAP_CARD = 97
export const FORM_SIZE = 103
export const FACT_MAJORITIES = 0
export const FACT_COUNTS = 8
export const FACT_CONTESTED = 12
export const FACT_SETS = 13
export const FACT_PASSED = 17
export const FACT_CARDS = 21
export const FACT_OVER = 22
export const FACTS_SIZE = 23
export const LINE_MOVES = 8
export const LINE_SIZE = 53
export const CONTROLS_END = 8
export const CONTROLS_SIZE = 9
export const MOVE_STEPS = 8

/** The criteria of an outcome in the order of their numbers, each with its paragraph of the rules. */
export const CRITERIA: readonly (readonly [string, string])[] = [["colony", "§6.4"], ["most_provinces", "§7.1"], ["latest_province", "§7.1 tie"], ["most_of_ruling", "§7.3a"], ["most_of_second", "§7.3b"], ["earliest_last_card", "§7.3c"], ["most_sets", "§7.4"], ["latest_card", "§7.4 tie"], ["partner_wins", "§7.5"], ["nobody_wins", "§8"]]

/** Why a step is refused, in the order of the numbers; -1 is no refusal. */
export const REFUSALS: readonly string[] = ["GAME_OVER", "CARD_NOT_IN_HAND", "WRONG_ACTION", "PROVINCE_CONTROLLED", "NOT_REACHABLE", "NO_SUCH_FOLLOWER", "SAME_PROVINCE", "NOT_ADJACENT", "WRONG_NUMBER", "UNDOES_LAST_SWAP", "TILE_FIXED", "NOT_TAKEABLE", "LAST_CARD_MUST_WIN"]
