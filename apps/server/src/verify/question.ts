/** A question of the check of the books: what is counted, and which rows are wrong. */
export interface Question {
  /** The records that are looked at, as a plural. */
  readonly name: string
  /** How many there are. */
  readonly counted: string
  /** Answers (place, what, stored, expected). */
  readonly wrong: string
  /** Answers (place, what): what is not wrong, and is for a person to look at. */
  readonly toLookAt?: string
}
