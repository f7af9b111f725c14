import './without-eval.ts'
import { z } from 'zod'
import type { Right } from '../identity/rights.ts'
import { date, decimal, id, optional, recordId, text } from './fields.ts'
import { type VersionsRoute, versionsRoute } from './register-versions.ts'
import { type Route, route } from './route.ts'

/**
 * A register is reference data that is described, not coded: the fields in their order give the table's
 * columns, the checks, the list, the form and the export. What is special about one register is in named
 * slots on the server (`apps/server/src/registers`) and on the web (`apps/web/src/registers`).
 */
export interface Field {
  /** The name in JSON, as the specification spells it. */
  readonly name: string
  /** The column, where it is not the name itself in snake case. */
  readonly column?: string
  /** A second spelling accepted from clients (the payload names of the specification differ from the stored). */
  readonly alias?: string
  readonly label: string
  readonly kind:
    | 'text'
    | 'longtext'
    | 'email'
    | 'select'
    | 'date'
    | 'percent'
    | 'money'
    | 'boolean'
    | 'integer'
  readonly required?: boolean
  /** The choices of a `select`: stored value and, where it differs, what is shown. */
  readonly options?: readonly Option[]
  /** The form's starting value; `today` means today's date. */
  readonly initial?: string | boolean
  /** The default of the server where nothing was sent. */
  readonly fallback?: string
  /** Shown, never typed. */
  readonly readOnly?: boolean
  /** Set when created, fixed afterwards. */
  readonly fixed?: boolean
  /** Letters at most (text), default 200. */
  readonly max?: number
  /** Digits after the point (percent), default 4. */
  readonly scale?: number
  /** An integer that names something, such as a port: shown without thousands separators. */
  readonly isName?: true
  readonly upper?: string
  readonly lower?: string
  readonly help?: string
  /** The form's section. */
  readonly section?: string
  /** Left out of the list unless the user asks for it. */
  readonly detail?: boolean
  /** Given by the server in every answer, never taken from a request. */
  readonly computed?: boolean
  /** Kept in capitals. */
  readonly upperCase?: boolean
  /** The pattern of the text, and the sentence for a text that does not match. */
  readonly pattern?: readonly [RegExp, string]
  /** A remark on a value that may be saved nevertheless; null when there is nothing to say. */
  readonly remark?: (value: string) => string | null
  /** The value names a record of another register, by the names that its paths take; its id may be sent as well. */
  readonly refersTo?: string
  /** Several values: a client may send a list, which is kept as one text with commas. */
  readonly list?: true
  /** The value must be known already: an entity is one that a portfolio names. */
  readonly known?: 'entity'
  /** While it is empty, the server answers what follows from other fields. */
  readonly derived?: true
  /** Figures of a day rest on it: a change holds from an effective date on (`effectiveFrom`, default today). */
  readonly dated?: true
}
export interface Option {
  readonly value: string
  readonly label: string
}

export const options = (...values: string[]): Option[] => values.map((value) => ({ value, label: value }))

type ValueOf<F extends Field> = Field extends F
  ? string | number | boolean | null
  : F['kind'] extends 'boolean'
    ? boolean
    : F['kind'] extends 'percent' | 'money' | 'integer'
      ? F extends { required: true }
        ? number
        : number | null
      : F extends { required: true }
        ? string
        : string | null

/** A stored record as the API answers it. */
export type RecordOf<Fields extends readonly Field[]> = {
  [F in Fields[number] as F['name']]: ValueOf<F>
} & { id: number; version: number; created_at: string; updated_at: string }

/** The body that a client sends: names to values; the schema says which. */
export type Draft = Record<string, unknown>
/** The parsed body: text and dates as text, decimals as whole units of their scale, null for absent. */
export type Values = Record<string, string | bigint | boolean | number | null>

export interface Register<Fields extends readonly Field[] = readonly Field[]> {
  readonly word: string
  readonly singular: string
  readonly plural: string
  readonly path: `/${string}`
  readonly table: string
  readonly rights: RegisterRights
  readonly fields: Fields
  /** Groups of field names that must be unique together, compared without regard to case. */
  readonly unique: readonly (readonly string[])[]
  /** The sentence for a value that is taken; `{name}` is replaced by the value of that field. */
  readonly taken?: string
  /** The field that a path may name a record by, after the id. */
  readonly code?: string
  /** Field names that the list's search looks in. */
  readonly search: readonly string[]
  readonly create: z.ZodType<Values, Draft>
  /** With `effectiveFrom`, a date, where the register has dated fields. */
  readonly update: z.ZodType<Values & { version?: number }, Draft>
  readonly record: z.ZodType<RecordOf<Fields>>
  readonly routes: {
    readonly list: Route<
      z.ZodUndefined,
      z.ZodType<RegisterQuery, RegisterAsk>,
      z.ZodUndefined,
      z.ZodArray<z.ZodType<RecordOf<Fields>>>
    >
    readonly get: Route<RecordParams, z.ZodUndefined, z.ZodUndefined, z.ZodType<RecordOf<Fields>>>
    readonly create: Route<
      z.ZodUndefined,
      z.ZodUndefined,
      z.ZodType<Values, Draft>,
      z.ZodType<RecordOf<Fields>>
    >
    readonly update: Route<
      RecordParams,
      z.ZodUndefined,
      z.ZodType<Values & { version?: number }, Draft>,
      z.ZodType<RecordOf<Fields>>
    >
    readonly remove: Route<RecordParams, typeof versionQuery, z.ZodUndefined, typeof removed>
    readonly versions: VersionsRoute<RecordParams>
  }
}

export const idParams = z.object({ id })
/** A record in a path: its id, or its code (as text) in a register that has one. */
export type RecordParams = z.ZodType<{ id: number | string }, { id: number | string }>
export const versionQuery = z.object({ version: z.coerce.number().int().positive().optional() })
export const removed = z.object({ success: z.literal(true), id: z.number() })
/** Letters of a cursor: the longest holds the 200 letters of a text, four bytes each, in base64. */
const CURSOR_MAX = 2000
/** Plain lists answer at most 10,000 rows; with `limit` and `cursor` they page by key. */
export const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(10_000).optional(),
  cursor: z.string().max(CURSOR_MAX).optional(),
  sort: z.string().max(100).optional(),
  search: z
    .string()
    .max(200)
    .transform((value) => value.normalize('NFC').trim())
    .optional(),
})
export const LIST_MAX = 10_000
/** Paging alone, for lists in a fixed order: `X-Total-Count` always, `X-Next-Cursor` where more follow. */
export const pageQuery = listQuery.pick({ limit: true, cursor: true }).prefault({})
export type PageQuery = z.output<typeof pageQuery>

/** The parsed query of a list: filters as text, dates as text, decimals as whole units. */
export type RegisterQuery = z.output<typeof listQuery> & {
  readonly filters: Readonly<Record<string, string | boolean | bigint>>
}
/** The query that a client sends: the paging names, and filters named after the fields. */
export type RegisterAsk = Partial<Record<string, string | number | boolean>>

/**
 * Whom the records of a register concern, which says who may change them.
 * - `all portfolios`: every portfolio follows them, so a user with a list of portfolios may not change them.
 * - `its portfolio`: each is of one portfolio, or is one, and is changed by who may change that one.
 * - `its users`: a new one concerns no portfolio; one that is used is changed by who may change every
 * portfolio that uses it.
 */
export type RegisterOf = 'all portfolios' | 'its portfolio' | 'its users'
type RegisterChange = 'create' | 'update' | 'remove'

/** The rights that are needed to read and to change a register. */
export interface RegisterRights {
  readonly read: Right
  readonly change: Right
  readonly of: RegisterOf
  /** Changes that concern all portfolios although the records are of one: a new portfolio is one of all. */
  readonly ofAllPortfolios?: readonly RegisterChange[]
}

interface RegisterInput<Fields extends readonly Field[]> {
  word: string
  singular: string
  plural: string
  path: `/${string}`
  table?: string
  rights: RegisterRights
  fields: Fields
  unique?: readonly (readonly string[])[]
  taken?: string
  code?: string
  search?: readonly string[]
  /** Further values of a new record in addition to its fields; the register's slots process them. */
  also?: z.ZodRawShape
}

export function columnOf(field: Field): string {
  return field.column ?? field.name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Whether a change of the register may have an effective date. */
export const hasDated = (fields: readonly Field[]): boolean => fields.some(({ dated }) => dated === true)

/** The digits after the point of a number field. */
export function scaleOf(field: Field): number {
  return field.kind === 'money' ? 2 : field.kind === 'integer' ? 0 : (field.scale ?? 4)
}

/** The stored value where nothing, or only blanks, was sent. */
const orFallback = (field: Field) => (value: unknown) =>
  value == null || (typeof value === 'string' && value.trim() === '') ? field.fallback : value

function inputOf(field: Field): z.ZodType {
  const one = bare(field)
  if (field.kind === 'boolean') {
    return z.preprocess(blankIsAbsent, one.optional().default(field.initial !== false))
  }
  if (field.fallback !== undefined) return z.preprocess(orFallback(field), one)
  return field.required ? one : optional(one)
}

/** On an update what is absent stays as it is, and blank empties the field (or puts its fallback back). */
function changeOf(field: Field): z.ZodType {
  const one = bare(field)
  if (field.fallback !== undefined) return z.preprocess(orFallback(field), one).optional()
  if (field.kind === 'boolean') return z.preprocess(blankIsAbsent, one.optional())
  if (field.required) return one.optional()
  const blankToNull = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value)
  return z.preprocess(blankToNull, z.nullable(one)).optional()
}

function bare(field: Field): z.ZodType {
  const max = field.max ?? (field.kind === 'longtext' ? 4000 : 200)
  switch (field.kind) {
    case 'text':
    case 'longtext':
      return writtenText(field, max)
    case 'email':
      return writtenText(
        {
          pattern: [/^[^\s@]+@[^\s@]+\.[^\s@]+$/, `${field.label} must look like name@company.lk.`],
          ...field,
        },
        max,
      )
    case 'select': {
      const values = (field.options ?? []).map((option) => option.value)
      return z.enum(values as [string, ...string[]], {
        error: (issue) =>
          issue.input == null || issue.input === ''
            ? `${field.label} is required.`
            : `${field.label} must be one of: ${values.join(', ')}.`,
      })
    }
    case 'date':
      return date
    case 'boolean':
      return z.boolean({ error: 'Must be true or false.' })
    default: {
      const scale = scaleOf(field)
      const unit = 10n ** BigInt(scale)
      return decimal({
        scale,
        what: field.label,
        min: field.lower === undefined ? 0n : BigInt(field.lower) * unit,
        max: field.upper === undefined ? 1_000_000_000_000n * unit : BigInt(field.upper) * unit,
      })
    }
  }
}

function writtenText(field: Field, max: number): z.ZodType {
  const [pattern, sentence] = field.pattern ?? [/^/, '']
  const written = text(max, field.label).pipe(z.string().refine((value) => pattern.test(value), sentence))
  return z.preprocess((value) => {
    if (field.refersTo !== undefined && Number.isSafeInteger(value)) return String(value)
    if (field.list && Array.isArray(value)) return value.join(', ')
    return field.upperCase && typeof value === 'string' ? value.toUpperCase() : value
  }, written)
}

/** The version that a change was made from; a stale one is refused. */
const sentVersion = recordId('Must be the version that was read.')
const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value)

/** A filter on one field, as a query string carries it. */
function filterOf(field: Field): z.ZodType {
  switch (field.kind) {
    case 'boolean':
      return z
        .enum(['true', 'false'], { error: 'Must be true or false.' })
        .transform((value) => value === 'true')
    case 'date':
      return date
    case 'percent':
    case 'money':
    case 'integer':
      return decimal({ scale: scaleOf(field), what: field.label })
    default:
      return z.string().max(500)
  }
}

/** The list's query: blank filters count as absent, unknown names are ignored. */
function queryOf(fields: readonly Field[]): z.ZodType {
  const asked = z.object({
    ...listQuery.shape,
    ...Object.fromEntries(
      fields.map((field) => [field.name, z.preprocess(blankIsAbsent, filterOf(field).optional())]),
    ),
  })
  const names = new Set(fields.map((field) => field.name))
  return asked.transform((query) => {
    const { limit, cursor, sort, search, ...rest } = query as Record<string, unknown>
    const filters = Object.fromEntries(
      Object.entries(rest).filter(([name, value]) => names.has(name) && value !== undefined),
    )
    return { limit, cursor, sort, search, filters }
  })
}

/** Ids are digits only; a register with a code takes any other text for a code. */
function paramsOf(code: string | undefined): RecordParams {
  const coded = z
    .union([z.number(), z.string().max(500)])
    .transform((value) => (/^\d{1,15}$/.test(String(value)) ? +value : String(value)))
    .refine((value) => value !== '' && String(value).length <= 200)
  return z.object({ id: code === undefined ? id : coded }) as unknown as RecordParams
}

function answerOf(field: Field): z.ZodType {
  const one =
    field.kind === 'boolean'
      ? z.boolean()
      : field.kind === 'percent' || field.kind === 'money' || field.kind === 'integer'
        ? z.number()
        : z.string()
  return field.required || field.kind === 'boolean' ? one : one.nullable()
}

/** Describes a register; everything about its shape follows. */
export function defineRegister<const Fields extends readonly Field[]>(
  input: RegisterInput<Fields>,
): Register<Fields> {
  const written = input.fields.filter((field) => !field.computed)
  const withAliases = <T extends z.ZodType>(schema: T) =>
    z.preprocess((body) => spellAsStored(written, body), schema)
  const shape = Object.fromEntries(written.map((field) => [field.name, inputOf(field)]))
  const create = withAliases(z.object({ ...input.also, ...shape })) as unknown as Register<Fields>['create']
  const partial = Object.fromEntries(written.map((field) => [field.name, changeOf(field)]))
  const update = withAliases(
    z.object({
      ...partial,
      ...(hasDated(input.fields) && { effectiveFrom: z.preprocess(blankIsAbsent, date.optional()) }),
      version: z.preprocess((value) => blankIsAbsent(value) ?? undefined, sentVersion.optional()),
    }),
  ) as unknown as Register<Fields>['update']
  const record = z.object({
    id: z.number(),
    ...Object.fromEntries(input.fields.map((field) => [field.name, answerOf(field)])),
    version: z.number(),
    created_at: z.string(),
    updated_at: z.string(),
  }) as unknown as Register<Fields>['record']
  const { word, path, singular, plural, rights } = input
  const read = { needs: rights.read }
  const concernsAll = (what: RegisterChange) =>
    rights.of === 'all portfolios' || rights.ofAllPortfolios?.includes(what) === true
  const change = (what: RegisterChange) => ({
    needs: rights.change,
    ...(concernsAll(what) && { scope: 'all' as const }),
  })
  const params = paramsOf(input.code)
  const tag = plural
  return Object.freeze({
    table: word.replaceAll('-', '_'),
    unique: [],
    search: [],
    ...input,
    create,
    update,
    record,
    routes: {
      list: route({
        ...read,
        name: `${word}.list`,
        load: 'list',
        method: 'GET',
        path,
        tag,
        summary: `All ${plural.toLowerCase()}, newest first`,
        query: queryOf(input.fields),
        reply: z.array(record),
      }),
      get: route({
        ...read,
        name: `${word}.get`,
        load: 'light',
        method: 'GET',
        path: `${path}/:id`,
        tag,
        summary: `One ${singular.toLowerCase()}`,
        params,
        reply: record,
      }),
      create: route({
        ...change('create'),
        name: `${word}.create`,
        method: 'POST',
        path,
        tag,
        status: 201,
        summary: `Save a new ${singular.toLowerCase()}`,
        body: create,
        reply: record,
      }),
      update: route({
        ...change('update'),
        name: `${word}.update`,
        method: 'PUT',
        path: `${path}/:id`,
        tag,
        summary: `Change a ${singular.toLowerCase()}; send its version so that a stale edit is refused`,
        params,
        body: update,
        reply: record,
      }),
      remove: route({
        ...change('remove'),
        name: `${word}.remove`,
        method: 'DELETE',
        path: `${path}/:id`,
        tag,
        summary: `Delete a ${singular.toLowerCase()} that nothing uses`,
        params,
        query: versionQuery,
        reply: removed,
      }),
      versions: versionsRoute({
        ...read,
        name: `${word}.versions`,
        path: `${path}/:id`,
        tag,
        what: `a ${singular.toLowerCase()}`,
        params,
      }),
    },
  }) as unknown as Register<Fields>
}

/** Moves values sent under a field's second spelling to its own name. */
function spellAsStored(fields: readonly Field[], body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const sent = body as Draft
  const spelled: Draft = { ...sent }
  for (const field of fields) {
    for (const other of [field.alias, columnOf(field)]) {
      if (other !== undefined && other !== field.name && !(field.name in sent) && other in sent) {
        spelled[field.name] = sent[other]
      }
    }
  }
  return spelled
}
