/** A version of a trade in the shape of answers: from a row of the database, or from what was just kept. */
import {
  ANSWERED_FIELDS,
  type AnsweredField,
  type VersionAnswer,
  type VersionKind,
  type VersionValues,
} from '@em/contract/trades/version-fields'
import { MONEY_SCALE, PRICE_SCALE, RATE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { jsonNumber } from '../../../platform/database/json-number.ts'

/** A row that holds the columns of `versionColumns`. */
export type VersionColumns<Fields extends AnsweredField = AnsweredField> = {
  readonly [F in Fields as F['column']]: F['kind'] extends 'price' | 'money' | 'percent'
    ? F extends { nullable: true }
      ? string | null
      : string
    : VersionAnswer[F['answer']]
}

/** SQL: the columns of a version that answers hold, of the table under this name. */
export const versionColumns = (alias: string, fields: readonly AnsweredField[] = ANSWERED_FIELDS): string =>
  fields.map(({ column }) => `${alias}.${column}`).join(', ')

const SCALES: Partial<Record<VersionKind, number>> = {
  price: PRICE_SCALE,
  money: MONEY_SCALE,
  percent: RATE_SCALE,
  shares: 0,
}

const answer = <F extends AnsweredField>(fields: readonly F[], of: (field: F) => unknown) =>
  Object.fromEntries(fields.map((field) => [field.answer, of(field)])) as Pick<VersionAnswer, F['answer']>

/** Of a row: the database gives shares as numbers and amounts as exact decimal texts. */
export const answerOfRow = <F extends AnsweredField = AnsweredField>(
  row: VersionColumns<F>,
  fields: readonly F[] = ANSWERED_FIELDS as unknown as readonly F[],
) =>
  answer(fields, ({ column, kind }) => {
    const value = row[column as keyof VersionColumns<F>]
    return kind !== 'shares' && kind in SCALES ? jsonNumber(value as string | null) : value
  })

/** Of values as the rules have them. */
export const answerOfValues = (values: VersionValues): VersionAnswer =>
  answer(ANSWERED_FIELDS, ({ column, kind }) => {
    const value = values[column]
    const scale = SCALES[kind]
    return scale === undefined || value === null ? value : toJsonNumber(value as bigint, scale)
  })
