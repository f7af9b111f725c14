import { type RowLevel, reportTable } from '@em/paper/report'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { show } from '../../testing/page.tsx'
import { ReportSheet } from './ReportSheet.tsx'

afterEach(cleanup)

test('the printed page says what the files say: whose and when, sums over the empty cells, places to sign', () => {
  vi.stubGlobal('print', () => undefined)
  const row = (level: RowLevel, code: string, amount: number) => ({ level, code, amount })
  show(
    <ReportSheet
      onDone={() => undefined}
      report={{
        title: 'Statement of Cash Movements',
        subtitle: ['All portfolios', '01 Jan 2026 to 31 Jan 2026'],
        by: 'Nadeesha Perera',
        signatures: ['Prepared by', 'Reviewed by'],
        tables: [
          reportTable({
            columns: [
              { header: 'Code', value: (one: ReturnType<typeof row>) => one.code },
              { header: 'Name', value: () => '' },
              { header: 'Amount', kind: 'money', value: (one) => one.amount },
            ],
            rows: [row('row', 'SELL-20261119-145546', 5), row('total', 'Total of 1 account', 5)],
            level: (one) => one.level,
          }),
        ],
      }}
    />,
  )
  expect(screen.getByText('All portfolios, 01 Jan 2026 to 31 Jan 2026')).toBeDefined()
  expect(screen.getByText('Total of 1 account').getAttribute('colspan')).toBe('2')
  const reference = screen.getByText('SELL-20261119-145546')
  expect(reference.getAttribute('colspan')).toBeNull()
  expect(reference.hasAttribute('data-nowrap')).toBe(true)
  expect(screen.getByText('Prepared by')).toBeDefined()
  expect(screen.getByText('Reviewed by')).toBeDefined()
  vi.unstubAllGlobals()
})
