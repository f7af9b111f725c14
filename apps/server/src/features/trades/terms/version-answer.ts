/** What a version of a trade says, as answers hold it: from a row of the database, or from what was just kept. */
import {
  ANSWERED_FIELDS,
  type VersionAnswer,
  type VersionField,
  type VersionKind,
  type VersionValues,
} from '@em/contract/books/version-fields'
import { MONEY_SCALE, PRICE_SCALE, RATE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { jsonNumber } from '../../../platform/database/json-number.ts'

/** A row that holds the columns of `versionColumns`. */
export type VersionColumns = {
  readonly [F in Extract<VersionField, { answer: string }> as F['column']]: F['kind'] extends
    | 'price'
    | 'money'
    | 'percent'
    ? F extends { nullable: true }
      ? string | null
      : string
    : VersionAnswer[F['answer']]
}

/** SQL: the columns of a version that answers hold, of the table under this name. */
export const versionColumns = (alias: string): string =>
  ANSWERED_FIELDS.map(({ column }) => `${alias}.${column}`).join(', ')

const SCALES: Partial<Record<VersionKind, number>> = {
  price: PRICE_SCALE,
  money: MONEY_SCALE,
  percent: RATE_SCALE,
  shares: 0,
}

const answer = (of: (field: VersionField) => unknown) =>
  Object.fromEntries(ANSWERED_FIELDS.map((field) => [field.answer, of(field)])) as VersionAnswer

/** Of a row: the database gives shares as numbers and amounts as exact decimal texts. */
export const answerOfRow = (row: VersionColumns): VersionAnswer =>
  answer(({ column, kind }) => {
    const value = row[column as keyof VersionColumns]
    return kind !== 'shares' && kind in SCALES ? jsonNumber(value as string | null) : value
  })

/** Of values as the rules have them. */
export const answerOfValues = (values: VersionValues): VersionAnswer =>
  answer(({ column, kind }) => {
    const value = values[column]
    const scale = SCALES[kind]
    return scale === undefined || value === null ? value : toJsonNumber(value as bigint, scale)
  })
