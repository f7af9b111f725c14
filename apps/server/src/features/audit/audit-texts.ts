/** An audit row in words: what was done to what, and which fields said otherwise before. */
import {
  APPROVAL_AUDIT_FIELDS,
  CLEARING_AUDIT_FIELDS,
  ENTITY_AUDIT_FIELDS,
  EXPORT_AUDIT_FIELDS,
  JOURNAL_AUDIT_FIELDS,
  MAPPING_AUDIT_FIELDS,
  RECONCILIATION_AUDIT_FIELDS,
  SETTINGS_AUDIT_FIELDS,
  SETTLEMENT_AUDIT_FIELDS,
  TRADE_AUDIT_FIELDS,
  VALUATION_AUDIT_FIELDS,
} from '@em/contract/audit/audit-fields'
import { JOB_NAMES } from '@em/contract/jobs/job-names'
import { labelOf } from '@em/contract/kit/act-labels'
import { type AuditField, changesBetween, type FieldChange } from '@em/contract/kit/audit-texts'
import { hasDated, type Register } from '@em/contract/kit/register'
import { auditFieldsOf } from '@em/contract/kit/register-audit-fields'
import { registers } from '@em/contract/kit/registers'
import { allRoutes } from '@em/contract/registry'
import { ROLE_BOOK } from '@em/core/ledger/role-book'

export type RecordFields = Readonly<Record<string, unknown>>

/** The fields of a register, and from which day a change of them holds. */
const fieldsOfRegister = (register: Register): AuditField[] => [
  ...auditFieldsOf(register),
  ...(hasDated(register.fields) ? [EFFECTIVE_FROM] : []),
]
const EFFECTIVE_FROM: AuditField = { name: 'effective_from', label: 'Effective from', kind: 'date' }

const FIELDS: ReadonlyMap<string, readonly AuditField[]> = new Map<string, readonly AuditField[]>([
  ['trade', TRADE_AUDIT_FIELDS],
  ['settlement', SETTLEMENT_AUDIT_FIELDS],
  ['entity', ENTITY_AUDIT_FIELDS],
  ['journal-entry', JOURNAL_AUDIT_FIELDS],
  ['suspense-clearing', CLEARING_AUDIT_FIELDS],
  ['gl-mapping', MAPPING_AUDIT_FIELDS],
  ['reconciliation', RECONCILIATION_AUDIT_FIELDS],
  ['export', EXPORT_AUDIT_FIELDS],
  ['valuation-run', VALUATION_AUDIT_FIELDS],
  // Its number is the record's name, and its request has a column.
  ['approval', APPROVAL_AUDIT_FIELDS],
  // The reason of a refused write says what it was refused for.
  ['route', []],
  ['installation', SETTINGS_AUDIT_FIELDS],
  ...registers.map((register) => [register.word, fieldsOfRegister(register)] as const),
])
const KINDS: ReadonlyMap<string, string> = new Map([
  ['entity', 'Period'],
  ['route', 'Call'],
  ['installation', 'Installation'],
  ['user', 'User'],
  ['role', 'Role'],
  ['download', 'Download'],
  ['books', 'Books'],
  ['gl-mapping', 'GL mapping'],
  ['batch', 'Import'],
  ['job', 'Job'],
  ['price-day', 'Prices of a day'],
  ['price-feed', 'Price feed'],
  ['price-choice', 'Securities at cost'],
  ['announcement', 'Announcement'],
  ['announcements', 'Announcements'],
  ['announcement-feed', 'Announcement feed'],
  ['valuation-run', 'Mark-to-market run'],
  ['cds-account-portfolios', 'Portfolios of a CDS account'],
  ['cds-comparison', 'CDS comparison'],
  ['custodian-message', 'Custodian message'],
  ['cds-placement', 'CDS account of trades'],
  ['client-account', 'Client account'],
  ['broker-name', 'Name of a broker'],
  ['broker-comparison', 'Broker statement compared'],
  ['cds-pledge', 'Pledge'],
  ['order', 'Order'],
  ['accounting-target', 'Outside ledger'],
  ['accounting-mapping', 'Mapping of an outside ledger'],
  ['accounting-batch', 'Batch for an outside ledger'],
  ['approval', 'Request for approval'],
  ['approval-rule', 'Approval rule'],
  ['approval-rules', 'Set of approval rules'],
  ['approval-delegation', 'Delegation of approvals'],
  ['limit', 'Limit'],
  ['limits', 'Review of limits'],
  ['breach', 'Breach of a limit'],
  ['issued-shares', 'Issued shares'],
  ['journal-drafts', 'Journal entry'],
  ...registers.map(({ word, singular }) => [word, singular] as const),
])
/** The purpose of a call, by its name. */
const CALLS: ReadonlyMap<string, string> = new Map(allRoutes.map(({ name, summary }) => [name, summary]))
/** A call or a job in words; of one that is there no more, its name. */
const callOf = (name: string): string => JOB_NAMES[name] ?? CALLS.get(name) ?? labelOf(name)
/** The fields that name a record, best first. */
const NAMES = [
  'file_name',
  'dealNumber',
  'deal_number',
  'symbol',
  'portfolioId',
  'account_code',
  'name',
  'account_name',
  'account',
  'description',
  'title',
  'email',
]
/** Fields that mean nothing to a person, or are shown in a column of their own. */
const NOT_SHOWN = /^(id|version|created_at|updated_at|recorded_at|batch|dealNumber|reason|ip|job)$|_id$|Id$/

export const kindOf = (entity: string): string => KINDS.get(entity) ?? labelOf(entity)

/** The posting that a mapping is of, with its portfolio: "Brokerage, Growth Fund". */
function mappingName(id: string, before: RecordFields | null, after: RecordFields | null): string {
  const [role = id] = id.split('/')
  const label = ROLE_BOOK.find((one) => one.role === role)?.label ?? id
  const scopes = ['portfolioName', 'settlement_account'].map((name) => after?.[name] ?? before?.[name])
  return [label, ...scopes.filter((scope) => typeof scope === 'string')].join(', ')
}

/** "Import of trades, job 12" */
function jobName(id: string, after: RecordFields | null): string {
  const kind = after?.['job']
  return typeof kind === 'string' ? `${callOf(kind)}, job ${id}` : `Job ${id}`
}

/** The name of a record; the kind and the id where it has no name. */
export function nameOf(
  entity: string,
  id: string,
  before: RecordFields | null,
  after: RecordFields | null,
): string {
  if (entity === 'gl-mapping') return mappingName(id, before, after)
  if (entity === 'route') return CALLS.get(id) ?? callOf(id)
  if (entity === 'job') return jobName(id, after)
  if (entity === 'installation') return 'Settings'
  if (entity === 'books') return kindOf(entity)
  for (const name of NAMES) {
    const value = after?.[name] ?? before?.[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return /^\d+$/.test(id) ? `${kindOf(entity)} ${id}` : id
}

/** The fields of a record; of one that has no list of its own, those that it has. */
function fieldsOf(
  entity: string,
  before: RecordFields | null,
  after: RecordFields | null,
): readonly AuditField[] {
  const listed = FIELDS.get(entity)
  if (listed !== undefined) return listed
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((name) => !NOT_SHOWN.test(name))
    .map((name) => {
      const value = after?.[name] ?? before?.[name]
      const isDay = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
      return {
        name,
        label: labelOf(name),
        ...(isDay && { kind: 'date' as const }),
        // A choice as it is kept: trade-file.
        ...(typeof value === 'string' &&
          /^[a-z]+(-[a-z]+)+$/.test(value) && { words: { [value]: labelOf(value) } }),
      }
    })
}

/** Several settlements as one state; the lines of an entry as texts. */
function flat(state: unknown): RecordFields | null {
  if (Array.isArray(state)) {
    const all = state as RecordFields[]
    // The deal is the record itself.
    if (all.length === 1) return { ...all[0], deal_number: null }
    const deals = all.slice(0, 20).map((one) => one['deal_number'])
    return { kind: all[0]?.['kind'], count: all.length, deal_number: deals }
  }
  if (typeof state !== 'object' || state === null) return null
  const { lines, main_account_of: mains, call } = state as Flattened
  if (typeof call === 'string') return { ...state, call: callOf(call) }
  if (Array.isArray(mains)) return { ...state, main_account_of: (mains as Main[]).map(mainText) }
  return Array.isArray(lines)
    ? { ...state, told_lines: (lines as RecordFields[]).map(lineOf) }
    : (state as RecordFields)
}

interface Flattened {
  readonly lines?: unknown
  readonly main_account_of?: unknown
  readonly call?: unknown
}
interface Main {
  readonly portfolio: string
  readonly from: string | null
}
const mainText = ({ portfolio, from }: Main) => (from === null ? portfolio : `${portfolio} from ${from}`)

function lineOf(line: RecordFields): string {
  const side = Number(line['debit']) === 0 ? 'credit' : 'debit'
  const amount = Number(line[side]).toLocaleString('en-LK', { minimumFractionDigits: 2 })
  const clears = line['clears'] as { entry_id: number } | null | undefined
  const cleared = clears ? ` (clears entry ${clears.entry_id})` : ''
  return `${String(line['account_code'])} ${side} ${amount}${cleared}`
}

/** The fields that differ between a row's two states. */
export function changesOf(entity: string, before: unknown, after: unknown): FieldChange[] {
  const [was, is] = [flat(before), flat(after)]
  return changesBetween(fieldsOf(entity, was, is), was, is)
}

/** The reason that a person gave. */
export function reasonOf(after: unknown): string | null {
  const reason = flat(after)?.['reason']
  return typeof reason === 'string' && reason !== '' ? reason : null
}

/** The address that the request came from, where the act keeps it. */
export function addressOf(after: unknown): string | null {
  const address = flat(after)?.['ip']
  return typeof address === 'string' && address !== '' ? address : null
}
