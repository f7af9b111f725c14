import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { fileURLToPath } from 'node:url'
import { MARKET_DAYS_PER_YEAR } from '@em/core/performance/minimum-data'
import { z } from 'zod'
import { networksOf } from './proxy.ts'

const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value)
const setting = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsAbsent, schema)

const environment = z.object({
  PORT: setting(z.coerce.number().int().min(0).max(65_535).default(4000)),
  HOST: setting(z.string().default('127.0.0.1')),
  DATABASE_URL: setting(z.url({ protocol: /^postgres(ql)?$/ }).optional()),
  DATABASE_OWNER_URL: setting(z.url({ protocol: /^postgres(ql)?$/ }).optional()),
  DATA_DIR: setting(z.string().default('./data')),
  EQUITY_MANAGER_EDITION: setting(z.enum(['standard', 'premium']).default('standard')),
  SUPPORT_EMAIL: setting(z.email().max(254).optional()),
  SIGNUP: setting(z.enum(['open', 'approval', 'closed']).optional()),
  PASSWORD_MIN: setting(z.coerce.number().int().min(6).max(64).optional()),
  SESSION_HOURS: setting(z.coerce.number().int().min(1).max(168).default(12)),
  SESSION_IDLE_MINUTES: setting(z.coerce.number().int().min(1).max(1_440).default(30)),
  SESSION_KEEP_DAYS: setting(z.coerce.number().int().min(1).max(365).default(30)),
  FILE_READ_SECONDS: setting(z.coerce.number().int().min(1).max(600).default(10)),
  FILE_READ_MEMORY_MB: setting(z.coerce.number().int().min(128).max(4_096).default(512)),
  LOG_LEVEL: setting(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn')),
  TRUST_PROXY: setting(z.string().max(1_000).default('0')),
  ALLOW_HTTP: setting(z.enum(['0', '1']).default('0')),
  FIRST_RUN_CODE: setting(z.enum(['0', '1']).default('0')),
  DOCUMENT_RETENTION_YEARS: setting(z.coerce.number().int().min(1).max(100).optional()),
  ATTACHMENTS_PER_PERSON_MB: setting(z.coerce.number().int().min(1).max(1_000_000).default(2_048)),
  PRICE_FEED_URL: setting(
    z
      .url({ protocol: /^https?$/ })
      .max(500)
      .default('https://www.cse.lk/api/'),
  ),
  PRICE_FEED_PAUSE_MS: setting(z.coerce.number().int().min(0).max(60_000).default(350)),
  EXCHANGE_DOCUMENTS_URL: setting(
    z
      .url({ protocol: /^https?$/ })
      .max(500)
      .default('https://cdn.cse.lk/'),
  ),
  FIX_HOSTS: setting(z.string().max(2_000).default('localhost:9880 127.0.0.1:9880')),
  FIX_KEYS_DIR: setting(z.string().optional()),
  RISK_FREE_RATE: setting(z.coerce.number().min(0).max(100).optional()),
  MARKET_DAYS_PER_YEAR: setting(z.coerce.number().int().min(100).max(366).default(MARKET_DAYS_PER_YEAR)),
  TODAY: setting(z.iso.date().optional()),
  WORKERS: setting(z.enum(['0', '1']).default('1')),
  BACKUP_DIR: setting(z.string().optional()),
  BACKUP_EVERY_HOURS: setting(z.coerce.number().min(0.01).max(10_000).default(24)),
  BACKUP_KEEP: setting(z.coerce.number().int().min(1).max(100_000).default(14)),
  BACKUP_PASSPHRASE_FILE: setting(z.string().optional()),
  BACKUP_PASSPHRASE: setting(z.string().optional()),
})

/** When a session ends automatically. */
export interface SessionLimits {
  /** After the sign-in, whatever happens. */
  readonly hours: number
  /** After the last use; a session with "Keep me signed in" has no such end. */
  readonly idleMinutes: number
  /** After the sign-in with "Keep me signed in". */
  readonly keepDays: number
}

/** The bounds of a reader for one file. */
export interface ReaderLimits {
  /** Milliseconds from its request to its answer. */
  readonly timeMs: number
  /** Megabytes of resident memory. */
  readonly memoryMb: number
}

export interface Settings {
  readonly port: number
  readonly host: string
  readonly databaseUrl: string | undefined
  /** Another login for the same database: it owns the books, migrates and makes backups. */
  readonly databaseOwnerUrl: string | undefined
  readonly dataDir: string
  readonly edition: 'standard' | 'premium'
  /** Where "Contact Sales" writes to; undefined: the page refers people to the administrator. */
  readonly supportEmail: string | undefined
  readonly signup: 'open' | 'approval' | 'closed'
  /** Characters that a new password has at least. */
  readonly passwordMin: number
  readonly session: SessionLimits
  /** The bounds of the reader of one file. */
  readonly readerLimits: ReaderLimits
  readonly logLevel: string
  /** Whether a proxy is in front; a text names the addresses and networks that it may have. */
  readonly trustProxy: boolean | string
  /** People on other machines can reach the server: by its own address, or through a proxy in front. */
  readonly reachesOthers: boolean
  /** The first sign-up needs the code that the server prints at its start. */
  readonly asksFirstRunCode: boolean
  /** Other machines may come in over plain HTTP. */
  readonly allowHttp: boolean
  /** The most that the attached files of one person may take together, in MB (of 1,048,576 bytes). */
  readonly attachmentsPerPersonMb: number
  /** Years that the file of a broker's document is kept from which nothing was recorded; null: for ever. */
  readonly documentRetentionYears: number | null
  /** Where the exchange's public calls are; asked only when a user reads prices, or has the clock read them. */
  readonly priceFeedUrl: string
  /** Milliseconds that the exchange is left in peace between two of its calls. */
  readonly priceFeedPauseMs: number
  /** The exchange's documents; ends with a slash. */
  readonly exchangeDocumentsUrl: string
  /** Where FIX sessions may connect: `host:port`, or with the password that may be sent there, `host:port=FIX_PASSWORD_ABC`. */
  readonly fixHosts: readonly string[]
  /** Where passwords of FIX sessions are files; undefined: none is. */
  readonly fixKeysDir: string | undefined
  /** The inputs of performance figures. */
  readonly performance: PerformanceSettings
  /** A fixed "today" for the demo book and tests; the real date when undefined. */
  readonly today: string | undefined
  /** The server starts a worker of jobs; without one, workers run elsewhere on the same database. */
  readonly worker: boolean
  readonly backup: BackupSettings
}

export interface PerformanceSettings {
  /** The yearly rate of a 364-day Treasury bill, in percent; undefined: no Sharpe ratio is shown. */
  readonly riskFreeRate: number | undefined
  readonly marketDaysPerYear: number
}

export interface BackupSettings {
  /** Where backups by schedule go; undefined: none are made. */
  readonly dir: string | undefined
  readonly everyHours: number
  /** How many backups by schedule stay. */
  readonly keep: number
  readonly passphraseFile: string | undefined
  readonly passphrase: string | undefined
}

const environmentFile = fileURLToPath(new URL('../../../../.env', import.meta.url))

/** Takes the settings of `.env` in the project's folder into the environment; what is set there already goes first. */
export function loadEnvironmentFile(): void {
  if (existsSync(environmentFile)) process.loadEnvFile(environmentFile)
}

/** Whether an address to listen on can be reached from this machine alone. */
export function isThisMachine(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  if (bare === 'localhost') return true
  if (isIP(bare) === 4) return bare.startsWith('127.')
  return isIP(bare) === 6 && /^(?:(?:0+:){7}|::)0*1$|^::ffff:127\./.test(bare)
}

/** Whether people on other machines can reach the server: by its own address, or through a proxy in front of it. */
function reachesOthers(host: string, behindProxy: boolean): boolean {
  return behindProxy || !isThisMachine(host)
}

/** @throws where it is neither 0 nor 1 and names no addresses. */
function proxyOf(text: string): boolean | string {
  if (text === '0' || text === '1') return text === '1'
  networksOf(text)
  return text
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
  const trustProxy = proxyOf(e.TRUST_PROXY)
  const others = reachesOthers(e.HOST, trustProxy !== false)
  return {
    port: e.PORT,
    host: e.HOST,
    databaseUrl: e.DATABASE_URL,
    databaseOwnerUrl: e.DATABASE_OWNER_URL,
    dataDir: e.DATA_DIR,
    edition: e.EQUITY_MANAGER_EDITION,
    supportEmail: e.SUPPORT_EMAIL,
    signup: e.SIGNUP ?? (others ? 'approval' : 'open'),
    passwordMin: e.PASSWORD_MIN ?? (others ? 8 : 6),
    session: { hours: e.SESSION_HOURS, idleMinutes: e.SESSION_IDLE_MINUTES, keepDays: e.SESSION_KEEP_DAYS },
    readerLimits: { timeMs: e.FILE_READ_SECONDS * 1_000, memoryMb: e.FILE_READ_MEMORY_MB },
    logLevel: e.LOG_LEVEL,
    trustProxy,
    reachesOthers: others,
    asksFirstRunCode: e.FIRST_RUN_CODE === '1',
    allowHttp: e.ALLOW_HTTP === '1',
    attachmentsPerPersonMb: e.ATTACHMENTS_PER_PERSON_MB,
    documentRetentionYears: e.DOCUMENT_RETENTION_YEARS ?? null,
    priceFeedUrl: e.PRICE_FEED_URL.replace(/\/*$/, '/'),
    priceFeedPauseMs: e.PRICE_FEED_PAUSE_MS,
    exchangeDocumentsUrl: e.EXCHANGE_DOCUMENTS_URL.replace(/\/*$/, '/'),
    fixHosts: e.FIX_HOSTS.split(/[\s,]+/).filter((host) => host !== ''),
    fixKeysDir: e.FIX_KEYS_DIR,
    performance: { riskFreeRate: e.RISK_FREE_RATE, marketDaysPerYear: e.MARKET_DAYS_PER_YEAR },
    today: e.TODAY,
    worker: e.WORKERS === '1',
    backup: {
      dir: e.BACKUP_DIR,
      everyHours: e.BACKUP_EVERY_HOURS,
      keep: e.BACKUP_KEEP,
      passphraseFile: e.BACKUP_PASSPHRASE_FILE,
      passphrase: e.BACKUP_PASSPHRASE,
    },
  }
}
