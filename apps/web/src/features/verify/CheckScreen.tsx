import { type BooksReport, verify } from '@em/contract/verify/verify'
import { Box, Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { cancelJob, problemOf } from '../../lib/api.ts'
import { formatMoment } from '../../lib/dates.ts'
import { counted, formatNumber } from '../../lib/numerals.ts'
import { useRoute } from '../../lib/query.ts'
import { useLongWork } from '../../lib/useLongWork.ts'
import { useSession } from '../../lib/useSession.ts'
import { Banner } from '../../ui/Banner.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Quantity } from '../../ui/Numbers.tsx'
import { Page, Section } from '../../ui/Page.tsx'
import { Running } from '../../ui/Running.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { EmptyState, Loaded } from '../../ui/States.tsx'
import { TakeAlong } from './TakeAlong.tsx'
import { whatToDo } from './what-to-do.ts'

/** How often the state is read again while another user's check is running. */
const POLL_MS = 1_000
const FAILED = 'The books could not be checked. Please try again.'

/** Check the Books: what is stored against what follows from the records. */
export default function CheckScreen() {
  const { user } = useSession()
  const [problem, setProblem] = useState<string | null>(null)
  const [theirs, setTheirs] = useState(false)
  const failed = (error: unknown) => setProblem(problemOf(error, FAILED))
  const work = useLongWork(verify.check, 'verify', {
    onFound: () => undefined,
    onFoundFailed: failed,
  })
  const query = useRoute(verify.latest, {}, theirs && !work.busy ? { refetchInterval: POLL_MS } : {})
  const working = query.data?.working ?? null
  if ((working !== null) !== theirs) setTheirs(working !== null)
  const check = () => {
    setProblem(null)
    void work.run({}).catch(failed)
  }
  const job = work.job ?? working
  const isMine = work.busy || working?.owner?.id === user.id
  const atWork = work.busy || working !== null
  const button = (
    <Button loading={atWork} onClick={check}>
      Check
    </Button>
  )
  return (
    <Page
      title="Check the Books"
      lead="Recalculates positions, balances and postings of all portfolios from the records and compares them with what is stored. Nothing is changed, and everybody can go on working."
      actions={query.data?.last == null ? undefined : button}
    >
      {problem !== null && <Banner tone="error">{problem}</Banner>}
      {atWork && (
        <Running
          job={job}
          words={(said) =>
            isMine ? `${said ?? 'Checking'}.` : `${working?.owner?.name} is checking the books: ${said ?? ''}`
          }
          {...(isMine && job !== null ? { onCancel: () => cancelJob(job.id) } : {})}
        />
      )}
      <Loaded query={query} failed="Failed to fetch the last check">
        {({ last }) =>
          last === null ? (
            atWork ? null : (
              <EmptyState title="The books have not been checked within 30 days" action={button}>
                A check takes from seconds to minutes, by the number of trades. Its result is kept for 30
                days.
              </EmptyState>
            )
          ) : (
            <Result report={last.report} by={last.by} />
          )
        }
      </Loaded>
      <TakeAlong />
    </Page>
  )
}

type Row = BooksReport['differences'][number] & { readonly id: number }

const columns: Column<Row>[] = [
  { id: 'check', header: 'Check', value: ({ check }) => check, width: 210, phone: true },
  { id: 'place', header: 'Where', value: ({ place }) => place, width: 220, phone: true },
  { id: 'what', header: 'What', value: ({ what }) => what, width: 150, phone: false },
  { id: 'stored', header: 'Stored', value: ({ stored }) => stored, width: 150, phone: false },
  { id: 'expected', header: 'Expected', value: ({ expected }) => expected, width: 150, phone: false },
  { id: 'do', header: 'What to do', value: ({ check }) => whatToDo(check), width: 360, phone: false },
]

const count = (value: number) => formatNumber(value, { decimals: 0 })

/** Figures that agree, and that a user should check. */
function PointsToCheck({ rows }: { rows: BooksReport['toLookAt'] }) {
  return (
    <Section title="To look at">
      <Box maw={760}>
        <SmallTable label="To look at" tall>
          <thead>
            <tr>
              <th scope="col">Where</th>
              <th scope="col">What</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ place, what }) => (
              <tr key={`${place} ${what}`}>
                <td>{place}</td>
                <td data-wrap>{what}</td>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      </Box>
    </Section>
  )
}

function Result({ report, by }: { report: BooksReport; by: string | null }) {
  const { at, checked, differences, found, toLookAt } = report
  const rows = useMemo(() => differences.map((one, id) => ({ ...one, id })), [differences])
  const whose = `Checked ${by === null ? '' : `by ${by} `}as of ${formatMoment(at)}`
  const total = checked.reduce((sum, one) => sum + one.count, 0)
  return (
    <>
      {found === 0 ? (
        <Banner tone="success">
          No differences in {counted(total, 'record')}. {whose}.
        </Banner>
      ) : (
        <Banner tone="error">
          {counted(found, 'difference')}. {whose}. Back up the books before you change anything.
        </Banner>
      )}
      {found > 0 && (
        <DataGrid
          id="verify"
          title={
            found > rows.length ? `First ${count(rows.length)} of ${count(found)} differences` : 'Differences'
          }
          noun="differences"
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          pageSize={50}
          offset={330}
          searchLabel="Search differences"
          empty={<EmptyState title="No differences" />}
        />
      )}
      {toLookAt.length > 0 && <PointsToCheck rows={toLookAt} />}
      <Section title="What was compared">
        <Box maw={560}>
          <SmallTable label="What was compared" tall>
            <thead>
              <tr>
                <th scope="col">Check</th>
                <th scope="col" data-right>
                  Records
                </th>
              </tr>
            </thead>
            <tbody>
              {checked.map((one) => (
                <tr key={one.name}>
                  <td data-wrap>{one.name.slice(0, 1).toUpperCase() + one.name.slice(1)}</td>
                  <td data-right>
                    <Quantity value={one.count} />
                  </td>
                </tr>
              ))}
            </tbody>
          </SmallTable>
        </Box>
      </Section>
    </>
  )
}
