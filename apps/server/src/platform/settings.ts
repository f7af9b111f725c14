import { z } from 'zod'

const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value)
const setting = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsAbsent, schema)

const environment = z.object({
  PORT: setting(z.coerce.number().int().min(0).max(65_535).default(4000)),
  HOST: setting(z.string().default('127.0.0.1')),
  DATABASE_URL: setting(z.url({ protocol: /^postgres(ql)?$/ }).optional()),
  DATABASE_OWNER_URL: setting(z.url({ protocol: /^postgres(ql)?$/ }).optional()),
  DATA_DIR: setting(z.string().default('./data')),
  EQUITY_MANAGER_EDITION: setting(z.enum(['standard', 'premium']).default('standard')),
  SIGNUP: setting(z.enum(['open', 'closed']).default('open')),
  LOG_LEVEL: setting(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn')),
  TRUST_PROXY: setting(z.enum(['0', '1']).default('0')),
  TODAY: setting(z.iso.date().optional()),
})

export interface Settings {
  readonly port: number
  readonly host: string
  readonly databaseUrl: string | undefined
  /** Another login for the same database: it owns the books, migrates and makes backups. */
  readonly databaseOwnerUrl: string | undefined
  readonly dataDir: string
  readonly edition: 'standard' | 'premium'
  readonly signup: 'open' | 'closed'
  readonly logLevel: string
  readonly trustProxy: boolean
  /** A fixed "today" for the demo book and tests; the real date when undefined. */
  readonly today: string | undefined
}

/** Reads the environment; @throws with one line per wrong variable. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const parsed = environment.safeParse(env)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`Wrong settings in the environment:\n${lines.join('\n')}`)
  }
  const e = parsed.data
  if (e.DATABASE_OWNER_URL !== undefined && e.DATABASE_URL === undefined) {
    throw new Error('DATABASE_OWNER_URL is set without DATABASE_URL. Set both, or neither.')
  }
  return {
    port: e.PORT,
    host: e.HOST,
    databaseUrl: e.DATABASE_URL,
    databaseOwnerUrl: e.DATABASE_OWNER_URL,
    dataDir: e.DATA_DIR,
    edition: e.EQUITY_MANAGER_EDITION,
    signup: e.SIGNUP,
    logLevel: e.LOG_LEVEL,
    trustProxy: e.TRUST_PROXY === '1',
    today: e.TODAY,
  }
}
