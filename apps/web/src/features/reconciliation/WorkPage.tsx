import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import { Button, SegmentedControl } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '../../lib/dates.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { useMay } from '../../lib/may.ts'
import { invalidateAfter } from '../../lib/query.ts'
import { MonthEnd, useMonthToClose } from '../../links/MonthEnd.tsx'
import { hrefOf } from '../../links/tabs.ts'
import { Banner } from '../../ui/Banner.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page, Section } from '../../ui/Page.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import { Running } from '../../ui/Running.tsx'
import { Loaded } from '../../ui/States.tsx'
import { EntryInAddress } from '../journal/entry/EntryInAddress.tsx'
import { Details } from './details/Details.tsx'
import { DetailsDialog } from './details/DetailsDialog.tsx'
import { IMPORTING, ImportDialog, type Imported } from './import/ImportDialog.tsx'
import { Statements } from './import/Statements.tsx'
import { Matched } from './match/Matched.tsx'
import { Proposals } from './match/Proposals.tsx'
import { ChoiceProvider, useChoice } from './match/selection.tsx'
import { Unmatched } from './match/Unmatched.tsx'
import { Notices } from './Notices.tsx'
import css from './Reconciliation.module.css'
import { RECONCILIATIONS } from './record/address.ts'
import { bankOf, count, plural, REFERENCE_NAMES, titleOf } from './record/lines.ts'
import { StatusOf } from './record/StatusOf.tsx'
import { type OneReconciliation, useLongChange, useOne } from './record/useReconciliation.ts'
import { Changes } from './sign-off/Changes.tsx'
import { Figures, Proof } from './sign-off/Figures.tsx'
import { Papers } from './sign-off/Papers.tsx'
import { ReopenDialog } from './sign-off/ReopenDialog.tsx'
import { SignOffDialog } from './sign-off/SignOffDialog.tsx'
import { useAutoMatch } from './useAutoMatch.ts'

/** The work page of one reconciliation. */
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

function Back() {
  return (
    <Button component="a" variant="default" href={hrefOf(...RECONCILIATIONS)}>
      All Reconciliations
    </Button>
  )
}

const VIEWS = ['unmatched', 'proposals', 'matched', 'statements', 'proof', 'changes', 'more'] as const
type View = (typeof VIEWS)[number]
type Opened = 'details' | 'import' | 'save' | 'reopen' | null

interface WorkProps {
  one: OneReconciliation
  /** The last refresh failed: the shown data is older. */
  failed: boolean
  refetch: () => Promise<{ isError: boolean; error: unknown }>
}

function Work({ one, failed, refetch }: WorkProps) {
  const query = useHashQuery()
  const client = useQueryClient()
  const choice = useChoice()
  const [opened, setOpened] = useState<Opened>(null)
  const [importWarnings, setImportWarnings] = useState<readonly string[]>([])
  // The message is part of the page: over it, it would cover the lines to tick and the buttons that come next.
  const [message, setMessage] = useState<string | null>(null)
  const [refreshing, setRefreshing] = useState(false)
  const auto = useAutoMatch(one, (found) => {
    choice.clear()
    setMessage(found)
  })
  const imported = ({ imported: lines, held, warnings }: Imported) => {
    notify.done(
      `${plural(lines, 'line')} imported.${held === 0 ? '' : ` ${plural(held, 'line waits', 'lines wait')} for a decision.`}`,
    )
    setImportWarnings(warnings.map((warning) => warning.message))
    show(held > 0 ? 'statements' : 'unmatched')
  }
  const imports = useLongChange(reconciliation.importStatement, one.id, {
    onFound: imported,
    onFoundFailed: (error) => notify.error('The statement could not be imported', error),
  })
  const month = useMonthToClose({ entity: query.get('entity') ?? '' })
  const may = useMay()
  const mayWork = may(reconciliation.match)
  // Who signs off reopens too.
  const maySign = may(reconciliation.save, reconciliation.reopen)
  const signedOff = one.status === 'reconciled'
  const closed = signedOff || !mayWork
  const view = viewOf(query.get('view'))
  const show = (next: View) => changeHashQuery({ view: next === 'unmatched' ? '' : next })
  const refresh = async () => {
    setRefreshing(true)
    choice.clear()
    const again = await refetch()
    if (again.isError) notify.error('Failed to refresh data', again.error)
    await invalidateAfter(client, 'reconciliation')
    setRefreshing(false)
  }
  return (
    <Page
      title={titleOf(one)}
      lead={<Lead one={one} />}
      actions={
        <>
          <Back />
          <RefreshButton loading={refreshing} onClick={() => void refresh()} />
          <Papers one={one} />
          {signedOff && maySign && (
            <>
              <Button variant="default" onClick={() => setOpened('reopen')}>
                Reopen
              </Button>
              <Button disabled>Save and Sign Off</Button>
            </>
          )}
          {!closed && (
            <>
              <Button variant="default" onClick={() => setOpened('import')}>
                Import Statement
              </Button>
              <Button
                variant="default"
                loading={auto.busy}
                onClick={() => {
                  setMessage(null)
                  void auto.match()
                }}
              >
                Auto Match
              </Button>
              {/* Without save keys: a second Ctrl-S would sign off in the dialog. */}
              <Button onClick={() => setOpened('save')}>{maySign ? 'Save and Sign Off' : 'Save'}</Button>
            </>
          )}
        </>
      }
    >
      <Notices
        one={one}
        failed={failed}
        importWarnings={importWarnings}
        onHeld={() => show('statements')}
        onChanges={() => show('changes')}
        {...(view === 'proposals' ? {} : { onProposals: () => show('proposals') })}
        onWarningsRead={() => setImportWarnings([])}
      />
      {message !== null && (
        <Banner tone="success" onClose={() => setMessage(null)}>
          {message}
        </Banner>
      )}
      {(auto.job !== null || auto.finding) && (
        <Running
          job={auto.job}
          words={(said) => `Auto Match: ${said ?? 'at work'}.`}
          onCancel={auto.cancel}
        />
      )}
      {imports.busy && opened !== 'import' && (
        <Running job={imports.job} words={IMPORTING} onCancel={imports.cancel} />
      )}
      <MonthEnd at="reconcile" month={month} />
      <Figures one={one} {...(closed ? {} : { onBalance: () => setOpened('details') })} />
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
      {view === 'more' && <Details one={one} closed={closed} onDetails={() => setOpened('details')} />}
      {opened === 'details' && <DetailsDialog one={one} onClose={() => setOpened(null)} />}
      {opened === 'save' && <SignOffDialog one={one} onClose={() => setOpened(null)} />}
      {opened === 'reopen' && <ReopenDialog one={one} onClose={() => setOpened(null)} />}
      {opened === 'import' && (
        <ImportDialog one={one} work={imports} onClose={() => setOpened(null)} onDone={imported} />
      )}
      <EntryInAddress />
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
