/** The settings that a server started with are an act of the installation where they differ from those of the last start (decision 054). */
import { sendAudits } from './platform/acts.ts'
import { type Database, statement } from './platform/database/database.ts'
import { hashOf } from './platform/same-content.ts'
import type { Settings } from './platform/settings.ts'

const LAST = statement(
  'settings.last',
  `SELECT after FROM audit WHERE entity = 'installation' AND entity_id = 'settings' ORDER BY id DESC LIMIT 1`,
)

/** The audited settings, by the names of `SETTINGS_AUDIT_FIELDS`. Never a password. */
function shownOf({ session, backup, performance, ...settings }: Settings): Record<string, unknown> {
  return {
    edition: settings.edition,
    signup: settings.signup,
    password_min: settings.passwordMin,
    session_hours: session.hours,
    session_idle_minutes: session.idleMinutes,
    session_keep_days: session.keepDays,
    host: settings.host,
    port: settings.port,
    trust_proxy: settings.trustProxy,
    allow_http: settings.allowHttp,
    first_run_code: settings.asksFirstRunCode,
    database: databaseName(settings.databaseUrl),
    document_retention_years: settings.documentRetentionYears,
    attachments_per_person_mb: settings.attachmentsPerPersonMb,
    price_feed_url: settings.priceFeedUrl,
    exchange_documents_url: settings.exchangeDocumentsUrl,
    fix_hosts: settings.fixHosts.join(' '),
    risk_free_rate: performance.riskFreeRate ?? null,
    market_days_per_year: performance.marketDaysPerYear,
    today: settings.today ?? null,
    backup_dir: backup.dir ?? null,
    backup_every_hours: backup.everyHours,
    backup_keep: backup.keep,
    backup_encrypted: backup.passphrase !== undefined || backup.passphraseFile !== undefined,
  }
}

/** Server and name of a database elsewhere, without its login. */
function databaseName(url: string | undefined): string {
  if (url === undefined) return 'its own'
  const { hostname, pathname } = new URL(url)
  return `${pathname.slice(1)}${hostname === '' ? '' : ` on ${hostname}`}`
}

/** Leaves an audit row where the settings are others than at the last start. */
export async function recordSettings(database: Database, settings: Settings): Promise<void> {
  const after = shownOf(settings)
  await database.transaction(
    async (tx) => {
      const [last] = await tx.query(LAST)
      const before = last?.after ?? undefined
      if (before !== undefined && (await hashOf(before)).equals(await hashOf(after))) return
      const act = { action: 'installation.settings', entity: 'installation', entityId: 'settings', after }
      sendAudits(tx, [{ ...act, ...(before !== undefined && { before }) }])
    },
    'settings of the start',
    [null],
  )
}
