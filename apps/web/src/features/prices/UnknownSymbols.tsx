import { equities } from '@em/contract/equities/equities'
import type { Reply } from '@em/contract/kit/route'
import type { tradeSummaries } from '@em/contract/prices/trade-summary'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { problemOf } from '../../lib/api.ts'
import { formatDate } from '../../lib/dates.ts'
import { useMay } from '../../lib/may.ts'
import { useWrite } from '../../lib/query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Modal } from '../../ui/Dialog.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { notify } from '../../ui/notify.tsx'
import { EmptyState } from '../../ui/States.tsx'

type Unknown = Reply<typeof tradeSummaries.unknown>[number]

interface UnknownSymbolsProps {
  opened: boolean
  symbols: readonly Unknown[]
  onClose: () => void
}

/** The sector of a security that is added by one click; the user can change it in the Equity Master. */
const SECTOR = 'Other'

const columns: readonly Column<Unknown>[] = [
  { id: 'symbol', header: 'Symbol', value: (row) => row.symbol, width: 120, whole: true },
  { id: 'company_name', header: 'Company Name', value: (row) => row.company_name ?? 'N/A', width: 260 },
  {
    id: 'last_trade',
    header: 'Last Trade',
    kind: 'price',
    decimals: 2,
    value: (row) => row.last_trade,
    width: 110,
  },
  { id: 'last', header: 'Newest day', kind: 'date', value: (row) => row.last, width: 120, phone: false },
  { id: 'days', header: 'Days', kind: 'quantity', value: (row) => row.days, width: 80, phone: false },
]

/** Symbols with prices that no security has: each is added to the Equity Master by a click. */
export function UnknownSymbols({ opened, symbols, onClose }: UnknownSymbolsProps) {
  const may = useMay()(equities.routes.create)
  const add = useWrite(equities.routes.create, { invalidates: ['trade-summary'] })
  const [problem, setProblem] = useState<string | null>(null)
  /** How many of the symbols are added already; null while none is being added. */
  const [added, setAdded] = useState<number | null>(null)
  const [wanted, setWanted] = useState(0)
  const addOne = ({ symbol, company_name }: Unknown) =>
    add.mutateAsync({ body: { symbol, name: company_name ?? symbol, sector: SECTOR } } as never)
  const addThese = async (rows: readonly Unknown[]) => {
    setProblem(null)
    setWanted(rows.length)
    setAdded(0)
    try {
      for (const [index, row] of rows.entries()) {
        await addOne(row)
        setAdded(index + 1)
      }
      const [first] = rows
      notify.success(
        rows.length === 1 && first !== undefined
          ? `${first.symbol} was added to the Equity Master.`
          : `${rows.length} securities were added to the Equity Master.`,
        { label: 'Show', href: '#/master-data-management/equity-master' },
      )
    } catch (error) {
      setProblem(problemOf(error, 'The security could not be added. Please try again.'))
    } finally {
      setAdded(null)
    }
  }
  return (
    <Modal opened={opened} onClose={onClose} title="Symbols that are not in the Equity Master" size="xl">
      <Text size="sm" mb="xs">
        Their prices are kept under the symbol, and belong to the security as soon as it is added, here or in
        the Equity Master. Added here it gets the sector {SECTOR}; change it there.
        {symbols[0] !== undefined && ` The newest prices are of ${formatDate(newest(symbols))}.`}
      </Text>
      {problem !== null && <Banner tone="error">{problem}</Banner>}
      <DataGrid
        id="unknown-symbols"
        title="Unknown symbols"
        noun="symbols"
        rows={symbols}
        columns={columns}
        rowKey={(row) => row.symbol}
        offset={420}
        {...(may && {
          actions: (row: Unknown) => [
            { label: 'Add to the Equity Master', onClick: () => void addThese([row]) },
          ],
        })}
        filters={
          may && symbols[0] !== undefined ? (
            <Button size="compact-md" disabled={added !== null} onClick={() => void addThese(symbols)}>
              {added !== null
                ? `${added} of ${wanted} added`
                : symbols.length === 1
                  ? `Add ${symbols[0].symbol}`
                  : `Add all ${symbols.length}`}
            </Button>
          ) : null
        }
        empty={<EmptyState title="Every symbol is in the Equity Master" />}
      />
    </Modal>
  )
}

const newest = (symbols: readonly Unknown[]) =>
  symbols.reduce((last, row) => (row.last > last ? row.last : last), '')
