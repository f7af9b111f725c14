/**
 * How a file writes its days and its numbers: as its own texts show. What they leave open is answered by a person, or asked; an answer
 * changes nothing that the texts show.
 */
import { createHash } from 'node:crypto'
import { FILE_QUESTIONS, type FileAnswers } from '@em/contract/kit/file-answers'
import {
  type DateOrder,
  dateFromText,
  dateOrderWords,
  isOrderAsked,
  likeliestDateOrders,
  openDate,
} from '@em/core/sheets/days'
import type { DecimalMark } from '@em/core/sheets/decimal-mark'
import { decimalMarkOf, openNumber } from '@em/core/sheets/decimal-mark-finding'
import { FileRefusal } from '../platform/file-readers/file-refusal.ts'

/** The answers, and the sender of a file: answers are remembered for its sender. */
export interface Answered {
  readonly answers: FileAnswers
  readonly sender: string
  /** The day of the file, where a person said it. */
  readonly day?: string | null
}

const SENDER_MAX = 100
const EXAMPLE_MAX = 40

/** The sender of a table that names none: files of one source have the same names of columns. */
export const senderByNames = (names: readonly string[]): string =>
  createHash('sha256').update(names.join('\n').toLowerCase()).digest('hex').slice(0, 32)

/** A refusal that asks how the files of a sender are written. */
export const fileQuestion = (
  code: 'file.date-order' | 'file.decimal-mark',
  { example, sender, orders = [] }: { example: string; sender: string; orders?: readonly DateOrder[] },
): FileRefusal =>
  new FileRefusal(code, {
    example: example.slice(0, EXAMPLE_MAX),
    sender: sender.slice(0, SENDER_MAX),
    ...(orders.length > 0 && { orders: dateOrderWords(orders, example) }),
  })

/** Whether a refusal asks how a table is written: no other sheet of the workbook answers it. */
export const isQuestion = ({ code }: FileRefusal): boolean => FILE_QUESTIONS[code] !== undefined

/** @throws FileRefusal `file.date-order` for days that can be read in two ways, and for numbers that may be days. */
export function dateOrderIn(texts: readonly string[], { answers, sender, day }: Answered): DateOrder {
  const orders = likeliestDateOrders(texts)
  const [order = 'ymd'] = orders
  if (!isOrderAsked(orders)) return order
  const said = day ? orders.filter((one) => texts.some((text) => dateFromText(text, one) === day)) : []
  if (said.length === 1) return said[0] as DateOrder
  if (answers.dateOrder && orders.includes(answers.dateOrder)) return answers.dateOrder
  throw fileQuestion('file.date-order', { example: openDate(texts, orders), sender, orders })
}

/** @throws FileRefusal `file.decimal-mark` for numbers that can be read in two ways. */
export function decimalMarkIn(texts: readonly string[], { answers, sender }: Answered): DecimalMark {
  const mark = decimalMarkOf(texts) ?? answers.decimalMark
  if (mark) return mark
  throw fileQuestion('file.decimal-mark', { example: openNumber(texts), sender })
}
