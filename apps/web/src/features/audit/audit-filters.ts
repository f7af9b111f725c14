/** The filters of the audit trail: their form in the address, and the query to the server. */
import type { AuditRow } from '@em/contract/audit/audit'
import { registers } from '@em/contract/kit/registers'
import { choiceIn, dateIn, idIn, textIn } from '../../lib/filters.ts'
import type { Choice } from '../../ui/form/ChoiceFields.tsx'

const choices = (labels: Readonly<Record<string, string>>): readonly Choice[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** The kinds of records, by the word that an act names them with. */
const OF_BOOKS = choices({
  trade: 'Trades',
  settlement: 'Settlements',
  batch: 'Imports',
  'trade-document': 'Documents of brokers',
  'corporate-action': 'Corporate actions',
  order: 'Orders',
  limit: 'Limits',
  breach: 'Breaches of limits',
  'issued-shares': 'Issued shares',
  approval: 'Requests for approval',
  'approval-rule': 'Approval rules',
  'approval-delegation': 'Delegations of approvals',
  'journal-entry': 'Journal entries',
  'recurring-entry': 'Recurring entries',
  attachment: 'Attached files',
  'suspense-clearing': 'Suspense clearings',
  reconciliation: 'Reconciliations',
  entity: 'Periods',
  'valuation-run': 'Mark-to-market runs',
  'price-day': 'Prices of a day',
  announcement: 'Announcements',
  'gl-mapping': 'GL mapping',
  'cds-comparison': 'CDS comparisons',
  'cds-pledge': 'Pledges',
  'custodian-message': 'Custodian messages',
  'broker-comparison': 'Broker statements compared',
  'accounting-target': 'Outside ledgers',
  'accounting-batch': 'Batches for outside ledgers',
  'report-schedule': 'Report schedules',
  'saved-view': 'Saved views',
  'favourite-tabs': 'Favourites',
  export: 'Exports',
  ...Object.fromEntries(registers.map(({ word, plural }) => [word, plural])),
})
const OF_PEOPLE = choices({
  user: 'Sign-ins and users',
  role: 'Roles',
  download: 'Downloads',
  route: 'Refused calls',
})
const OF_INSTALLATION = choices({ job: 'Jobs', installation: 'Settings' })

export type About = 'books' | 'people' | 'installation' | 'everything'
export const KINDS: Readonly<Record<About, readonly Choice[]>> = {
  books: OF_BOOKS,
  people: OF_PEOPLE,
  installation: OF_INSTALLATION,
  everything: [...OF_BOOKS, ...OF_PEOPLE, ...OF_INSTALLATION],
}
/** Whether a kind is of a part. */
export const isOf = (about: About, kind: string): boolean => KINDS[about].some(({ value }) => value === kind)
const WORDS = KINDS.everything.map(({ value }) => value)
const kindIn = (address: URLSearchParams) => {
  const kind = choiceIn(address, 'kind', WORDS)
  // A link to a record of a kind that the list does not offer, as an unusual register.
  return kind !== '' || textIn(address, 'record') === '' ? kind : textIn(address, 'kind', 50)
}

export interface AuditFilters {
  readonly search: string
  readonly from: string
  readonly to: string
  readonly person: string
  readonly act: string
  readonly kind: string
  readonly record: string
  readonly request: string
}
export const NO_FILTERS: AuditFilters = {
  search: '',
  from: '',
  to: '',
  person: '',
  act: '',
  kind: '',
  record: '',
  request: '',
}

export function filtersIn(address: URLSearchParams): AuditFilters {
  const kind = kindIn(address)
  return {
    search: textIn(address, 'search', 100),
    from: dateIn(address, 'from'),
    to: dateIn(address, 'to'),
    person: String(idIn(address, 'person') ?? ''),
    act: textIn(address, 'act', 60),
    kind,
    record: kind === '' ? '' : textIn(address, 'record', 100),
    request: textIn(address, 'request', 100),
  }
}

/** The query to the server: the filters that are set. */
export const askedOf = ({ kind, ...rest }: AuditFilters): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...rest, entity: kind }).filter(([, value]) => value !== ''))

/** The address of the acts of one record, of a request. */
export const ofRecord = ({ entity, entity_id: record }: Pick<AuditRow, 'entity' | 'entity_id'>) => ({
  ...NO_FILTERS,
  kind: entity,
  record,
})
export const ofRequest = (request: string) => ({ ...NO_FILTERS, request })
