import './without-eval.ts'
import './fault-texts.ts'
import { BEGINNING, isPlainDate } from '@em/core/values/dates'
import { type DecimalProblem, formatDecimal, MONEY_MAX, parseDecimal } from '@em/core/values/decimal'
import { z } from 'zod'

/** Characters PostgreSQL or a log cannot take: NUL and lone surrogates; other controls but tab and new line. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
const plain = (value: string) => !CONTROL.test(value) && value.isWellFormed()

/**
 * How long a text may be as it is sent: blanks around it and accents that are letters of their own are taken away before
 * its letters are counted, which takes time that a longer one must not take.
 */
const sentMax = (max: number) => 4 * max + 200
/** A number, a date or an id as it is sent, with blanks around it. */
const WORD_MAX = 1_000

/** A file in base64, at most so many bytes; what is a little longer is refused by its bytes, with their number. */
export const fileData = (bytesMax: number) =>
  z
    .string({ error: 'The file is missing.' })
    .min(1, 'The file is empty.')
    .max(Math.ceil(bytesMax / 3) * 4 + 32_768, { error: 'The file is too large.', abort: true })

/** A file of a form with the name that it had. `missing` is said where there is none. */
export const sentFile = (bytesMax: number, missing = 'Please choose a file.') =>
  z.object(
    { fileName: z.string().max(300).default(''), data: fileData(bytesMax) },
    { error: ({ input }) => (input === undefined ? missing : 'Must be a file.') },
  )

/** Text, trimmed and NFC; at least one character. */
export const text = (max = 200, what = 'This field') =>
  z
    .string({ error: (issue) => (issue.input == null ? `${what} is required.` : `${what} must be text.`) })
    .max(sentMax(max), { error: `${what} must have at most ${max} characters.`, abort: true })
    .refine(plain, `${what} contains characters that cannot be stored.`)
    .transform((value) => value.normalize('NFC').trim())
    .refine((value) => value.length >= 1, `${what} is required.`)
    .refine((value) => value.length <= max, `${what} must have at most ${max} characters.`)

/** The same, where an empty string or null means absent: answers null then. */
export const optionalText = (max = 200, what = 'This field') => optional(text(max, what))

/** Wraps a schema so that absent, null and blank text all answer null. */
export function optional<T extends z.ZodType>(schema: T) {
  return z.preprocess(
    (value) => (value === undefined || (typeof value === 'string' && value.trim() === '') ? null : value),
    z.nullable(schema),
  ) as unknown as z.ZodType<z.output<T> | null, z.input<T> | null | '' | undefined>
}

const blankIsNull = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value)

/**
 * A field whose null is a word of its own ("open the books", "every portfolio"): it must be written. Null and blank text answer null,
 * absent is refused with the sentence, which says what null means.
 */
export function written<T extends z.ZodType>(schema: T, sentence: string) {
  return z.preprocess((value, context) => {
    if (value !== undefined) return blankIsNull(value)
    context.addIssue({ code: 'custom', message: sentence })
    return z.NEVER
  }, z.nullable(schema)) as unknown as z.ZodType<z.output<T> | null, z.input<T> | null | ''>
}

type ChangeField<F extends z.ZodType> = undefined extends z.input<F> ? z.ZodOptional<F> : F

/**
 * The fields of a form as a change of what is recorded takes them: an optional field that is left out answers undefined, and stays as
 * it is recorded; null or blank text empties it, where the form allows that.
 */
export function changeOf<const S extends z.ZodRawShape>(
  shape: S,
): { [K in keyof S]: ChangeField<S[K] & z.ZodType> } {
  const changeField = (field: z.ZodType) => {
    const absent = field.safeParse(undefined)
    if (!absent.success || absent.data === undefined) return field
    const { type, innerType } = field._zod.def as unknown as { type: string; innerType?: z.ZodType }
    return (type === 'default' || type === 'prefault' ? (innerType ?? field) : field).optional()
  }
  return Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, changeField(field as z.ZodType)]),
  ) as never
}

/**
 * The recorded values with those of a change over them: a field that the change leaves out (undefined) stays.
 */
export function laidOver<T extends object>(
  recorded: T,
  change: { readonly [K in keyof T]?: T[K] | undefined },
): T {
  const said = Object.entries(change).filter(([, value]) => value !== undefined)
  return { ...recorded, ...(Object.fromEntries(said) as Partial<T>) }
}

/** A real calendar date, YYYY-MM-DD, between 1900 and 2199. */
/** Of the person who asks: what they recorded today, or the newest record alone, which the form of the next one starts from. */
export const mine = z.enum(['today', 'newest']).optional()
export type Mine = z.output<typeof mine>

export const date = z
  .string({
    error: (issue) => (issue.input == null ? 'A date is required.' : 'Must be a date like 2026-01-31.'),
  })
  .max(WORD_MAX, { error: 'Must be a date like 2026-01-31.', abort: true })
  .refine(
    (value) => isPlainDate(value) && value >= BEGINNING && value < '2200-01-01',
    'Must be a date like 2026-01-31.',
  )

/** HH:MM or HH:MM:SS on a clock of 24 hours; answers HH:MM:SS. */
export const timeOfDay = z
  .string({ error: 'Must be a time like 09:30 or 09:30:15.' })
  .max(WORD_MAX, { error: 'Must be a time like 09:30 or 09:30:15.', abort: true })
  .regex(/^\s*(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?\s*$/, 'Must be a time like 09:30 or 09:30:15.')
  .transform((value) => value.trim())
  .transform((value) => (value.length === 5 ? `${value}:00` : value))

interface Bounds {
  /** Digits after the point. */
  scale: number
  min?: bigint
  max?: bigint
  what: string
}

/** A number or numeral, exact: answers whole units of 10^-scale as bigint. */
export function decimal({ scale, min, max, what }: Bounds) {
  return z
    .union([z.number(), z.string().max(WORD_MAX, { error: `${what} must be a number.`, abort: true })], {
      error: (issue) => (issue.input == null ? `${what} is required.` : `${what} must be a number.`),
    })
    .transform((value, context) => {
      const parsed = parseDecimal(value, scale)
      if (!parsed.ok) {
        context.addIssue({ code: 'custom', message: problemSentence(parsed.problem, what, scale) })
        return z.NEVER
      }
      if (min !== undefined && parsed.units < min) {
        context.addIssue({
          code: 'custom',
          message: `${what} must be at least ${formatDecimal(min, scale)}.`,
        })
        return z.NEVER
      }
      if (max !== undefined && parsed.units > max) {
        context.addIssue({ code: 'custom', message: `${what} must be at most ${formatDecimal(max, scale)}.` })
        return z.NEVER
      }
      return parsed.units
    })
}

function problemSentence(problem: DecimalProblem, what: string, scale: number): string {
  if (problem === 'blank') return `${what} is required.`
  if (problem === 'too-many-decimals') {
    return scale === 0 ? `${what} must be a whole number.` : `${what} takes at most ${scale} decimals.`
  }
  if (problem === 'out-of-range') return `${what} must be at most 1,000,000,000,000.`
  return `${what} must be a number.`
}

/** Money not below zero, in cents. */
export const money = (what = 'The amount') => decimal({ scale: 2, min: 0n, max: MONEY_MAX, what })
/** A price above zero, in 1/10000. */
export const price = (what = 'The price') => decimal({ scale: 4, min: 1n, max: MONEY_MAX * 100n, what })
/** Whole shares, at least one. */
export const shares = (what = 'The quantity') => decimal({ scale: 0, min: 1n, max: 1_000_000_000_000n, what })
/** A percentage in 1/10000 %. */
export const percent = (what = 'The percentage', max = 1_000_0000n) =>
  decimal({ scale: 4, min: 0n, max, what })

/** A record's id: a whole number, or its digits as text. */
export const recordId = (error = 'Must be the id of a record.') =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .max(16, { error, abort: true })
          .regex(/^\d{1,16}$/, error)
          .transform(Number),
      ],
      { error },
    )
    .refine((value) => Number.isSafeInteger(value) && value > 0, error)
/** How a query names a portfolio: under either name its code, its name or its id; both must then mean the same. */
export const portfolioNamed = {
  portfolio: z.string().max(200).optional(),
  portfolioId: z.string().max(200).optional(),
}

/**
 * For a write that is narrowed by a portfolio: a body must name one, or say `all`, so that a misspelt field does not act on every
 * portfolio. `others`: further fields that say where.
 */
export const portfolioWritten =
  (...others: string[]) =>
  (body: object, context: z.RefinementCtx): void => {
    const said = (name: string) => String((body as Record<string, unknown>)[name] ?? '').trim() !== ''
    if (['portfolio', 'portfolioId', ...others].some(said)) return
    context.addIssue({
      code: 'custom',
      path: ['portfolioId'],
      message: 'Write the portfolio, or all for every portfolio that you may change.',
    })
  }

/** A record's id in a path. */
export const id = recordId()

/** Read side: a plain JSON number (exact decimals were turned into numbers at the edge). */
export const number = z.number()

/** The version that was read, where a change is not taken without it. */
export const neededVersion = recordId('Must be the version that was read.')

/** The version that a change was made from, where it is sent; a stale one is refused. */
export const recordVersion = optional(recordId('Must be the version that was read.'))
