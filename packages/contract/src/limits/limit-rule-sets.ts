/** Rule sets: drafts of limits by law, each line to be checked before a limit is written of it. */
import {
  HARDNESSES,
  LIMIT_KINDS,
  LIMIT_MEASURES,
  LIMIT_OPERATORS,
  LIMIT_UNITS,
  SUBJECT_TYPES,
} from '@em/core/limits/limit-codes'
import { z } from 'zod'

/** The note of a rule set on each of its lines. */
export const TO_BE_CHECKED = 'To be checked against the law in force.'

const ruleLine = z.object({
  code: z.string(),
  name: z.string(),
  kind: z.enum(LIMIT_KINDS),
  /** Null: no measure of limits is what the line asks for; `asks` says what it is, and no limit can be written of it. */
  measure: z.enum(LIMIT_MEASURES).nullable(),
  subject: z.object({ type: z.enum(SUBJECT_TYPES), id: z.string(), top: z.number().nullable() }).nullable(),
  /** The rule in words, if there is no measure for it. */
  asks: z.string().nullable(),
  /** Null: the figure is to be filled in, or there is none. */
  bound: z.number().nullable(),
  unit: z.enum(LIMIT_UNITS),
  operator: z.enum(LIMIT_OPERATORS),
  hardness: z.enum(HARDNESSES),
  warning: z.number(),
  source: z.string(),
  /** TO_BE_CHECKED, and what is not known of the line. */
  note: z.string(),
})
export const ruleSet = z.object({ code: z.string(), name: z.string(), lines: z.array(ruleLine) })
export type RuleSet = z.output<typeof ruleSet>
