/** How values of PostgreSQL's types look in code: as rows give them (`platform/database/database.ts`), and as they are given. */

const ROWS: Readonly<Record<string, string>> = {
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  oid: 'number',
  // Exact.
  numeric: 'string',
  text: 'string',
  name: 'string',
  regclass: 'string',
  'character varying': 'string',
  character: 'string',
  uuid: 'string',
  inet: 'string',
  date: 'string',
  'timestamp with time zone': 'string',
  boolean: 'boolean',
  bytea: 'Buffer',
  json: 'unknown',
  jsonb: 'unknown',
  void: 'unknown',
  'double precision': 'number',
  'text[]': 'string[]',
  'bigint[]': 'number[]',
  'integer[]': 'number[]',
  'smallint[]': 'number[]',
  'bytea[]': 'Buffer[]',
  'boolean[]': 'boolean[]',
}

/** The type that a row has. @throws for a type that the driver would not give exactly. */
export function rowType(type: string): string {
  const found = ROWS[type]
  if (found === undefined) throw new Error(`a row cannot hold ${type}: cast it`)
  return found
}

const JSON_TYPES: Readonly<Record<string, string>> = { numeric: 'number' }
/** The type that a value has inside JSON. */
export const jsonType = (type: string): string => JSON_TYPES[type] ?? ROWS[type] ?? 'unknown'

const VALUES: Readonly<Record<string, string>> = {
  smallint: 'number',
  integer: 'number',
  bigint: 'number | bigint',
  numeric: 'string | bigint',
  text: 'string',
  'character varying': 'string',
  date: 'string',
  'timestamp with time zone': 'string | Date',
  'timestamp without time zone': 'string',
  interval: 'string',
  boolean: 'boolean',
  bytea: 'Buffer',
  // As text: the driver would make an array of PostgreSQL's of an array.
  json: 'string',
  jsonb: 'string',
  'double precision': 'number',
}

/** The type of a value that is given. @param nullable where `:name?` says that null may be given. */
export function valueType(type: string, nullable: boolean): string {
  const element = VALUES[type.replace(/\[\]$/, '')]
  if (element === undefined) throw new Error(`no value can be given as ${type}`)
  const orNull = nullable ? ' | null' : ''
  if (!type.endsWith('[]')) return `${element}${orNull}`
  const member = `${element}${orNull}`
  return `readonly ${member.includes('|') ? `(${member})` : member}[]${orNull}`
}
