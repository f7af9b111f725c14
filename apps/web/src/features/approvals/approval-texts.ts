import { type ApprovalRequest, type ApprovalState, canWait } from '@em/contract/approvals/approvals'
import { allRoutes } from '@em/contract/registry'

type Tone = 'good' | 'info' | 'warn' | 'bad' | 'quiet'

/** The states of a request, in words. */
export const STATES: Readonly<Record<ApprovalState, { readonly word: string; readonly tone: Tone }>> = {
  waiting: { word: 'Waiting', tone: 'warn' },
  approved: { word: 'Approved', tone: 'info' },
  done: { word: 'Carried out', tone: 'good' },
  rejected: { word: 'Rejected', tone: 'bad' },
  withdrawn: { word: 'Withdrawn', tone: 'quiet' },
  expired: { word: 'Expired', tone: 'quiet' },
  returned: { word: 'Returned', tone: 'bad' },
}

/** The actions on a request, by kind of step. */
export const STEPS: Readonly<Record<ApprovalRequest['steps'][number]['what'], string>> = {
  submitted: 'Submitted',
  approved: 'Approved',
  lapsed: 'Approval lapsed',
  'carried-out': 'Carried out',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
  returned: 'Returned',
}

/** The first clause of a call's summary, without what only programs read: what is in brackets, and what follows. */
const clauseOf = (summary: string) =>
  (summary.replace(/ ?\([^)]*\)/g, '').split(/[;:]|\. /, 1)[0] ?? summary).replaceAll('`', '')
const byClause = Map.groupBy(allRoutes, ({ summary }) => clauseOf(summary))
/** Where several calls begin with the same clause, the label is the summary up to its semicolon. */
const labelOf = (summary: string) =>
  (byClause.get(clauseOf(summary))?.length ?? 0) > 1
    ? (summary.split(';', 1)[0] ?? summary).replaceAll('`', '')
    : clauseOf(summary)
const labels: ReadonlyMap<string, string> = new Map(
  allRoutes.map(({ name, summary }) => [name, labelOf(summary)]),
)
/** The label of a call, by its name. */
export const summaryOf = (act: string): string => labels.get(act) ?? act

const jobs = new Set(allRoutes.filter(({ runs }) => runs === 'job').map(({ name }) => name))
/** Whether an act is long work: its preview is computed again as a job, when asked. */
export const isLongWork = (act: string): boolean => jobs.has(act)

/** The calls that a rule can ask for, by their part of the books, with what they do. */
export const ACTS_BY_GROUP: readonly {
  readonly group: string
  readonly items: readonly { readonly value: string; readonly label: string }[]
}[] = [...Map.groupBy(allRoutes.filter(canWait), ({ tag }) => tag)]
  .map(([group, routes]) => ({
    group,
    items: routes.map(({ name }) => ({ value: name, label: summaryOf(name) })),
  }))
  .toSorted((a, b) => a.group.localeCompare(b.group))

/** The first words of a list: "Nimal Perera, Sunil Silva and 2 others". */
export function listed(names: readonly string[], most = 3): string {
  const more = names.length - most
  if (more > 0) return `${names.slice(0, most).join(', ')} and ${more} ${more === 1 ? 'other' : 'others'}`
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
