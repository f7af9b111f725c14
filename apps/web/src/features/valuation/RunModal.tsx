import { type ValuationLine, type ValuationRunDetail, valuations } from '@em/contract/valuation/valuation'
import { Button, Stack, Switch } from '@mantine/core'
import { useState } from 'react'
import { callPages } from '../../lib/api.ts'
import { formatDate, formatMoment } from '../../lib/dates.ts'
import { loadFailure } from '../../lib/load-failure.ts'
import { useRoute } from '../../lib/query.ts'
import { useScrolled } from '../../lib/useScrolled.ts'
import { MonthEnd, useMonthToClose } from '../../links/MonthEnd.tsx'
import { TabButton } from '../../links/TabButton.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { Amount } from '../../ui/Numbers.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { EmptyState, Loaded } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import { ClosedYears } from './ClosedYears.tsx'
import { lineColumns, lineKey } from './line-columns.tsx'
import { ReverseRun } from './ReverseRun.tsx'
import { RunFigures } from './RunFigures.tsx'
import { RUN_WORDS } from './run-texts.ts'
import css from './Valuation.module.css'

const LINES_MAX = 100_000
const LINES_AT_ONCE = 10_000

interface RunModalProps {
  id: number
  /** Previews the same day and books. */
  onAgain: (run: ValuationRunDetail) => void
  onClose: () => void
}

/** A run with what it says of each portfolio, its holdings and entries; to be run again, or taken back. */
export function RunModal({ id, onAgain, onClose }: RunModalProps) {
  const query = useRoute(valuations.get, { params: { id } })
  const title =
    query.data === undefined ? `Run ${id}` : `Run ${id}: mark-to-market on ${formatDate(query.data.date)}`
  return (
    <Modal opened onClose={onClose} title={title} size="80rem">
      <Loaded query={query} failed="Failed to load the run">
        {(run) => <Shown run={run} onAgain={onAgain} onClose={onClose} />}
      </Loaded>
    </Modal>
  )
}

function Shown({ run, onAgain, onClose }: Omit<RunModalProps, 'id'> & { run: ValuationRunDetail }) {
  const [asked, ask] = useState(false)
  const inForce = run.states.posted + run.states.stale > 0
  return (
    <Stack gap="md">
      <p className={css.state}>
        <Status tone={RUN_WORDS[run.state].tone}>{RUN_WORDS[run.state].word}</Status>
        <span>
          By {run.recorded_by}, {formatMoment(run.recorded_at)}. Taken back on {formatDate(run.reversal_date)}
          .
        </span>
        <TabButton
          to={['Accounting Entries', 'General Ledger']}
          query={{
            search: `MTM-${run.date}`,
            ...(run.portfolioId === null ? {} : { portfolio: run.portfolioId }),
          }}
          size="compact-sm"
          variant="default"
        >
          Entries in the ledger
        </TabButton>
      </p>
      {run.state === 'stale' && (
        <Banner tone="warning">
          A trade, a correction or a price came after this run. Run it again: where the result is another one,
          it replaces what was posted.
        </Banner>
      )}
      <ThenClose run={run} />
      <ClosedYears years={run.closed_years} />
      <RunFigures of={run} />
      <Portfolios run={run} />
      <Lines run={run} />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <IfMay call={valuations.reverse}>
          {inForce && (
            <Button variant="default" color="red" onClick={() => ask(true)}>
              Reverse…
            </Button>
          )}
        </IfMay>
        <IfMay call={valuations.run}>
          {inForce && <Button onClick={() => onAgain(run)}>Run again</Button>}
        </IfMay>
      </DialogActions>
      {asked && <ReverseRun run={run} onClose={() => ask(false)} />}
    </Stack>
  )
}

/** The next steps of the month end, where the run is of the month to lock. */
function ThenClose({ run: { date, entity, portfolioId } }: { run: ValuationRunDetail }) {
  const month = useMonthToClose({ entity: entity ?? '', portfolio: portfolioId ?? '' })
  return month?.through.slice(0, 7) === date.slice(0, 7) ? <MonthEnd at="value" month={month} /> : null
}

function Portfolios({ run }: { run: ValuationRunDetail }) {
  return (
    <SmallTable label="Portfolios of the run" tall>
      <thead>
        <tr>
          <th>Portfolio</th>
          <th>State</th>
          <th data-optional>Treatment</th>
          <th data-optional>Valued by</th>
          <th data-right data-optional>
            Fair value (LKR)
          </th>
          <th data-right>Difference (LKR)</th>
        </tr>
      </thead>
      <tbody>
        {run.details.map((one) => (
          <tr key={one.portfolioId}>
            <td data-wrap>
              {one.portfolioName}
              {one.reversed !== null && (
                <>
                  <br />
                  Reversed by {one.reversed.by}, {formatMoment(one.reversed.at)}: {one.reversed.reason}
                </>
              )}
            </td>
            <td>
              <Status tone={RUN_WORDS[one.state].tone}>{RUN_WORDS[one.state].word}</Status>
              {one.in_force_by !== null && one.in_force_by !== run.id && ` by run ${one.in_force_by}`}
            </td>
            <td data-optional>{one.treatment}</td>
            <td data-optional>{one.price_basis}</td>
            <td data-right data-optional>
              <Amount value={one.fair_value} />
            </td>
            <td data-right>
              <Amount value={one.difference} signed />
            </td>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}

function Lines({ run }: { run: ValuationRunDetail }) {
  const [only, setOnly] = useState(false)
  const input = { params: { id: run.id }, query: only ? { exceptions: '1' } : {} }
  const { list, rows, more, total } = useScrolled<ValuationLine>(valuations.lines, input)
  return (
    <DataGrid
      id="valuation-lines"
      title={`Mark-to-market ${run.date} run ${run.id}`}
      noun="holdings"
      rows={rows}
      columns={lineColumns.map((column) => ({ ...column, sortable: false }))}
      rowKey={lineKey}
      search={false}
      more={{ ...more, total }}
      filters={
        <Switch
          label="Only what to look at"
          checked={only}
          onChange={(event) => setOnly(event.currentTarget.checked)}
        />
      }
      allRows={async () =>
        (
          await callPages<ValuationLine>(
            valuations.lines,
            input.query,
            LINES_MAX,
            LINES_AT_ONCE,
            input.params,
          )
        ).rows
      }
      error={loadFailure(list, 'Failed to load the holdings')}
      empty={<EmptyState title={only ? 'Nothing to look at' : 'Nothing was held'} />}
    />
  )
}
