/** Common parts of composed statements: conditions with their parameters, and patterns of texts that people search for. */

/** Writes a condition around the name of its parameter: `(from) => `trade_date >= ${from}::date``. */
export type Condition = (parameter: string) => string

/** Adds a condition to those of a statement, and its value under the next name (`$1`, `$2` ...). */
export const adderTo =
  (where: string[], values: unknown[]) =>
  (condition: Condition, value: unknown): void => {
    where.push(condition(`$${values.push(value)}`))
  }

/** The text as a LIKE pattern that means nothing but itself. */
export const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** The LIKE pattern of every text that contains this one. */
export const containing = (text: string) => `%${literally(text)}%`

/** When the present day began in Colombo, by the database's clock, as recorded_at is. */
export const TODAY_BEGAN = `date_trunc('day', now() AT TIME ZONE 'Asia/Colombo') AT TIME ZONE 'Asia/Colombo'`
