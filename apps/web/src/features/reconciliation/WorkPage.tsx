import { reconciliation } from '@em/contract/books/reconciliation'
import { Anchor, Button, SegmentedControl, Stack } from '@mantine/core'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../lib/api.ts'
import { formatDate, formatMoment } from '../../lib/dates.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { formatNumber } from '../../lib/numerals.ts'
import { invalidateAfter, useWrite } from '../../lib/query.ts'
import { useSession } from '../../lib/useSession.ts'
import { goTo, hrefOf } from '../../places/places.ts'
import { Banner } from '../../ui/Banner.tsx'
import { confirmDelete } from '../../ui/Dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page, Section } from '../../ui/Page.tsx'
import { PrintReportButton } from '../../ui/report/PrintReportButton.tsx'
import { ReportButtons } from '../../ui/report/ReportButtons.tsx'
import { Loaded } from '../../ui/States.tsx'
import { Attachments } from '../attachments/Attachments.tsx'
import { EntryModal } from '../journal/entry/EntryModal.tsx'
import { Changes } from './Changes.tsx'
import { DetailsDialog } from './DetailsDialog.tsx'
import { Figures, Proof } from './Figures.tsx'
import { History } from './History.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { bankOf, count, periodOf, plural, REFERENCE_NAMES } from './lines.ts'
import { Matched } from './Matched.tsx'
import { Proposals } from './Proposals.tsx'
import css from './Reconciliation.module.css'
import { ReopenDialog } from './ReopenDialog.tsx'
import { reconciliationReport } from './reconciliation-report.ts'
import { SignOffDialog } from './SignOffDialog.tsx'
import { PLACE, StatusOf } from './StartPage.tsx'
import { Statements } from './Statements.tsx'
import { ChoiceProvider, useChoice } from './selection.tsx'
import { Unmatched } from './Unmatched.tsx'
import {
  EXCEL_LINES,
  loadLines,
  type OneReconciliation,
  PDF_LINES,
  PRINT_LINES,
  useChange,
  useOne,
} from './useReconciliation.ts'

/** One reconciliation at work. */
export function WorkPage({ id }: { id: number }) {
  const query = useOne(id)
  const name = query.data === undefined ? 'Account Reconciliation' : titleOf(query.data)
  if (query.data !== undefined) {
    return (
      <ChoiceProvider>
        <Work one={query.data} failed={query.isRefetchError} refetch={() => query.refetch()} />
      </ChoiceProvider>
    )
  }
  return (
    <Page title={name} actions={<Back />}>
      <Loaded query={query} failed="Failed to load the reconciliation">
        {() => null}
      </Loaded>
    </Page>
  )
}

const titleOf = (one: OneReconciliation) => `${one.accountCode} ${one.accountName}, ${periodOf(one)}`

function Back() {
  return (
    <Button component="a" variant="default" href={hrefOf(...PLACE)}>
      All Reconciliations
    </Button>
  )
}

const VIEWS = ['unmatched', 'proposals', 'matched', 'statements', 'proof', 'changes', 'more'] as const
type View = (typeof VIEWS)[number]
type Opened = 'details' | 'import' | 'save' | 'reopen' | null

interface WorkProps {
  one: OneReconciliation
  /** What is shown is older than the last attempt to refresh it. */
  failed: boolean
  refetch: () => Promise<{ isError: boolean; error: unknown }>
}

function Work({ one, failed, refetch }: WorkProps) {
  const query = useHashQuery()
  const client = useQueryClient()
  const choice = useChoice()
  const [opened, setOpened] = useState<Opened>(null)
  const [warned, setWarned] = useState<readonly string[]>([])
  // Said in the page: a message over it would cover the lines to tick and the buttons that come next.
  const [said, setSaid] = useState<string | null>(null)
  const [refreshing, setRefreshing] = useState(false)
  const auto = useChange(reconciliation.autoMatch)
  const closed = one.status === 'reconciled'
  const view = viewOf(query.get('view'))
  const entry = Number(query.get('entry')) || null
  const show = (next: View) => changeHashQuery({ view: next === 'unmatched' ? '' : next })
  const refresh = async () => {
    setRefreshing(true)
    choice.clear()
    const again = await refetch()
    if (again.isError) notify.error('Failed to refresh data', again.error)
    await invalidateAfter(client, 'reconciliation')
    setRefreshing(false)
  }
  const autoMatch = async () => {
    setSaid(null)
    try {
      let [matched, proposed, confirmed, left] = [0, 0, 0, 1]
      // A call confirms so many settlements; one after the other until none waits.
      while (left > 0) {
        const done = await auto.run({ params: { id: one.id }, body: {} })
        matched += done.matched
        confirmed += done.confirmed
        proposed = done.proposed
        left = done.matched === 0 ? 0 : done.left
      }
      choice.clear()
      if (matched + proposed === 0) {
        setSaid('Auto Match found no more matches. Match the remaining lines yourself.')
        return
      }
      const found = plural(matched, 'pair')
      const settled = confirmed === 0 ? '' : `, confirmed ${plural(confirmed, 'settlement')}`
      setSaid(
        proposed === 0
          ? `Auto Match matched ${found}${settled}.`
          : `Auto Match matched ${found}${settled} and proposes ${plural(proposed, 'match', 'matches')} of several lines.`,
      )
    } catch (error) {
      notify.error('Auto Match failed', error)
    }
  }
  return (
    <Page
      title={titleOf(one)}
      lead={<Lead one={one} />}
      actions={
        <>
          <Back />
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={refreshing}
            onClick={() => void refresh()}
          >
            Refresh
          </Button>
          <Papers one={one} />
          {closed ? (
            <>
              <Button variant="default" onClick={() => setOpened('reopen')}>
                Reopen
              </Button>
              <Button disabled>Save and Sign Off</Button>
            </>
          ) : (
            <>
              <Button variant="default" onClick={() => setOpened('import')}>
                Import Statement
              </Button>
              <Button variant="default" loading={auto.busy} onClick={() => void autoMatch()}>
                Auto Match
              </Button>
              <Button onClick={() => setOpened('save')}>Save and Sign Off</Button>
            </>
          )}
        </>
      }
    >
      <Notices
        one={one}
        failed={failed}
        warned={warned}
        onHeld={() => show('statements')}
        onChanges={() => show('changes')}
        {...(view === 'proposals' ? {} : { onProposals: () => show('proposals') })}
        onWarned={() => setWarned([])}
      />
      {said !== null && (
        <Banner tone="success" onClose={() => setSaid(null)}>
          {said}
        </Banner>
      )}
      <Figures one={one} onBalance={() => setOpened('details')} />
      <div className={css.bar}>
        <SegmentedControl
          aria-label="View"
          size="sm"
          data={VIEWS.filter((value) => value !== 'changes' || one.changedSince !== null).map((value) => ({
            value,
            label: labelOf(value, one),
          }))}
          value={view}
          onChange={(value) => show(viewOf(value))}
        />
      </div>
      {view === 'unmatched' && <Unmatched one={one} closed={closed} onImport={() => setOpened('import')} />}
      {view === 'proposals' && <Proposals id={one.id} closed={closed} onDone={choice.clear} />}
      {view === 'matched' && <Matched id={one.id} closed={closed} />}
      {view === 'statements' && <Statements one={one} closed={closed} onImport={() => setOpened('import')} />}
      {view === 'proof' && (
        <Section title="Reconciliation statement">
          <Proof one={one} />
        </Section>
      )}
      {view === 'changes' && <Changes id={one.id} />}
      {view === 'more' && <More one={one} closed={closed} onDetails={() => setOpened('details')} />}
      {opened === 'details' && <DetailsDialog one={one} onClose={() => setOpened(null)} />}
      {opened === 'save' && <SignOffDialog one={one} onClose={() => setOpened(null)} />}
      {opened === 'reopen' && <ReopenDialog one={one} onClose={() => setOpened(null)} />}
      {opened === 'import' && (
        <ImportDialog
          one={one}
          onClose={() => setOpened(null)}
          onDone={(held, warnings) => {
            setWarned(warnings)
            show(held > 0 ? 'statements' : 'unmatched')
          }}
        />
      )}
      <EntryModal
        id={entry}
        onClose={() => changeHashQuery({ entry: '' })}
        onOther={(other) => changeHashQuery({ entry: String(other) })}
      />
    </Page>
  )
}

const viewOf = (word: string | null): View => VIEWS.find((view) => view === word) ?? 'unmatched'

function labelOf(view: View, one: OneReconciliation): string {
  const { counts } = one
  const numbered = (label: string, number: number) => (number === 0 ? label : `${label} (${count(number)})`)
  switch (view) {
    case 'unmatched':
      return numbered('Unmatched', counts.unmatchedGl + counts.unmatchedExternal)
    case 'proposals':
      return numbered('Proposals', counts.proposals)
    case 'matched':
      return numbered('Matched', counts.matched)
    case 'statements':
      return counts.held === 0 ? 'Statements' : `Statements (${count(counts.held)} to decide)`
    case 'proof':
      return 'Proof'
    case 'changes':
      return numbered('Changed Since', one.changedSince?.lines ?? 0)
    case 'more':
      return 'Notes and Files'
  }
}

function Lead({ one }: { one: OneReconciliation }) {
  const facts = [
    bankOf(one) ?? 'All settlement accounts',
    one.portfolio ?? 'All portfolios',
    `${formatDate(one.startDate)} to ${formatDate(one.endDate)}`,
    [REFERENCE_NAMES[one.referenceType], one.referenceNumber].filter(Boolean).join(' '),
    'LKR',
  ]
  return (
    <>
      <StatusOf one={one} /> {facts.join(' · ')}
    </>
  )
}

interface NoticesProps {
  one: OneReconciliation
  failed: boolean
  warned: readonly string[]
  onHeld: () => void
  onChanges: () => void
  /** Absent where they are shown. */
  onProposals?: () => void
  onWarned: () => void
}

/** When lines were recorded after the sign-off, what they come to, those without a portfolio apart, and whether a later sign-off ended the mark. */
function changesInWords(since: NonNullable<OneReconciliation['changedSince']>): string {
  const { lines, net, outside, open } = since
  const money = (amount: number) => `LKR ${formatNumber(amount, { decimals: 2 })}`
  const [first, last] = [since.first, since.last].map(formatMoment)
  const recorded = `${plural(lines, 'line', 'lines')} dated in this period ${lines === 1 ? 'was' : 'were'} recorded (${first === last ? first : `${first} to ${last}`})`
  const inside = lines - outside.lines
  if (outside.lines === 0) {
    return `${recorded}, ${money(net)} in total.${open === 0 ? ' A later reconciliation includes them.' : ''}`
  }
  const ofPortfolio = inside === 0 ? '' : `${plural(inside, 'line')} of this portfolio, ${money(net)}, and `
  const later = inside === 0 ? 'is signed off' : 'includes the lines of this portfolio'
  return `${recorded}: ${ofPortfolio}${plural(outside.lines, 'line')} without a portfolio, ${money(outside.net)}, on the bank’s statement but not in this reconciliation.${open === 0 ? ` A later reconciliation ${later}.` : ''}`
}

/** Who signed it off, what waits, what is worth knowing. */
function Notices({ one, failed, warned, onHeld, onChanges, onProposals, onWarned }: NoticesProps) {
  const { changedSince } = one
  // What moved the ledger is listed line by line.
  const warnings = one.warnings.filter(({ code }) => code !== 'ledger-moved' || changedSince === null)
  return (
    <>
      {failed && <Banner tone="error">Failed to refresh data. What you see may be out of date.</Banner>}
      {one.status === 'reconciled' && one.reconciledAt !== null && (
        <Banner tone="success">
          Signed off by {one.reconciledBy ?? 'somebody'} on {formatMoment(one.reconciledAt)}. Reopen it to
          change anything.
        </Banner>
      )}
      {changedSince !== null && (
        <Banner tone={changedSince.open > 0 ? 'warning' : 'info'}>
          Changed since the sign-off: {changesInWords(changedSince)}{' '}
          <Anchor component="button" type="button" fz="inherit" onClick={onChanges}>
            Show
          </Anchor>
        </Banner>
      )}
      {one.counts.held > 0 && (
        <Banner tone="warning">
          {plural(
            one.counts.held,
            'statement line repeats an earlier one or is',
            'statement lines repeat earlier ones or are',
          )}{' '}
          outside the period: keep or skip before signing off.{' '}
          <Anchor component="button" type="button" fz="inherit" onClick={onHeld}>
            Decide
          </Anchor>
        </Banner>
      )}
      {one.counts.proposals > 0 && onProposals !== undefined && (
        <Banner>
          {plural(one.counts.proposals, 'proposed match waits', 'proposed matches wait')} for your decision.{' '}
          <Anchor component="button" type="button" fz="inherit" onClick={onProposals}>
            Show
          </Anchor>
        </Banner>
      )}
      {warnings.length > 0 && (
        <Banner tone="warning">
          <Bullets of={warnings.map(({ message }) => message)} />
        </Banner>
      )}
      {warned.length > 0 && (
        <Banner tone="warning" onClose={onWarned}>
          <Bullets of={warned.filter((message) => !warnings.some((one) => one.message === message))} />
        </Banner>
      )}
    </>
  )
}

function Bullets({ of }: { of: readonly string[] }): ReactNode {
  if (of.length === 1) return of[0]
  return (
    <ul className={css.bullets}>
      {of.map((message) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  )
}

/** Particulars, notes, files, history, and the way to delete it. */
function More({
  one,
  closed,
  onDetails,
}: {
  one: OneReconciliation
  closed: boolean
  onDetails: () => void
}) {
  const remove = useWrite(reconciliation.remove)
  const ask = async () => {
    const agreed = await confirmDelete({
      question: 'Delete this reconciliation with its statements and matches?',
      name: titleOf(one),
    })
    if (!agreed) return
    try {
      await remove.mutateAsync({ params: { id: one.id } })
      notify.success('Reconciliation deleted.')
      goTo(...PLACE)
    } catch (error) {
      notify.error('The reconciliation could not be deleted', error)
    }
  }
  const facts: [string, ReactNode][] = [
    ['Reference', [REFERENCE_NAMES[one.referenceType], one.referenceNumber].filter(Boolean).join(' ')],
    ['Ledger covered until', formatDate(one.coveredUntil)],
    ['Begun by', `${one.createdBy}, ${formatMoment(one.createdAt)}`],
    ['Notes', one.notes ?? '–'],
    ...(one.explanation === null ? [] : ([['Explanation', one.explanation]] as [string, ReactNode][])),
  ]
  const signed = one.history.some((event) => event.action === 'signed-off')
  return (
    <Stack gap="lg">
      <Section
        title="Details"
        actions={
          !closed && (
            <>
              {!signed && (
                <Button variant="default" color="red" loading={remove.isPending} onClick={() => void ask()}>
                  Delete Reconciliation
                </Button>
              )}
              <Button variant="default" onClick={onDetails}>
                Edit Details
              </Button>
            </>
          )
        }
      >
        <dl className={css.facts}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Attachments ownerKind="reconciliation" ownerId={one.id} readOnly={closed} />
      <Section title="History">
        <History one={one} />
      </Section>
    </Stack>
  )
}

/** The reconciliation as files and on paper, for the signatures. */
function Papers({ one }: { one: OneReconciliation }) {
  const { user } = useSession()
  const report = async (most: number) => {
    const [fresh, lines] = await Promise.all([
      call(reconciliation.get, { params: { id: one.id } }),
      loadLines(one.id, most),
    ])
    return reconciliationReport(fresh, lines, `${user.first_name} ${user.last_name}`)
  }
  return (
    <>
      <ReportButtons formats={['xlsx']} report={() => report(EXCEL_LINES)} />
      <ReportButtons formats={['pdf']} report={() => report(PDF_LINES)} />
      <PrintReportButton report={() => report(PRINT_LINES)} />
    </>
  )
}
