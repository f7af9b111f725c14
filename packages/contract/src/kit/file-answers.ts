import { DATE_ORDERS } from '@em/core/sheets/days'
import { z } from 'zod'
import { optional } from './fields.ts'

/**
 * What a file may leave open and a person answers: 422 `file.date-order` and `file.decimal-mark` ask for it. An answer counts where the
 * file's own texts can be read in two ways, nowhere else.
 */
export const fileAnswers = {
  /** Whether 03/04/2026 is day first or month first, 26/03/05 year first, and 46176 a day of a spreadsheet. */
  dateOrder: optional(z.enum(DATE_ORDERS, { error: 'Must be dmy, mdy, ymd or serial.' })).optional(),
  /** The decimal mark: whether 1.000 is one or a thousand. */
  decimalMark: optional(z.enum(['.', ','], { error: 'Must be a point or a comma.' })).optional(),
}
const answers = z.object(fileAnswers)
export type FileAnswers = z.output<typeof answers>

/** The question in a refusal of a file. */
export const fileQuestion = z.object({
  field: z.enum(['dateOrder', 'decimalMark']),
  /** The first text that can be read in two ways. */
  example: z.string(),
  /** Of whom the file is, by what it says itself: an answer is remembered for it. */
  sender: z.string(),
})
export type FileQuestion = z.output<typeof fileQuestion>
export const FILE_QUESTIONS: Readonly<Record<string, FileQuestion['field'] | undefined>> = {
  'file.date-order': 'dateOrder',
  'file.decimal-mark': 'decimalMark',
}
