import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { batches } from '@em/contract/batches/batches'
import type { CdsComparisonDetail, CdsReading } from '@em/contract/cds/cds-comparison'
import type { ValuationRunDetail } from '@em/contract/valuation/valuation'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { type Asked, nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import { isPreviewAccepted } from '../batches/bulk/bulk-preview.tsx'
import CdsComparisonScreen from '../cds/CdsComparisonScreen.tsx'
import PriceSheetScreen from '../prices/PriceSheetScreen.tsx'
import { UploadSummaries } from '../prices/UploadSummaries.tsx'
import { ReverseRun } from '../valuation/ReverseRun.tsx'

const features = join(import.meta.dirname, '..')
const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((one) =>
    one.isDirectory()
      ? sourcesIn(join(folder, one.name))
      : /\.tsx?$/.test(one.name) && !/test|testing/.test(one.name)
        ? [join(folder, one.name)]
        : [],
  )

/** Where each preview of a write says that the write would wait. A call that is chosen at run time is named by its file. */
const SAYS: Readonly<Record<string, string>> = {
  'accountingExports.create': 'accounting-exports/MakeBatchModal.tsx',
  'announcements.upload': 'announcements/UploadAnnouncements.tsx',
  'batches.undo': 'batches/history/ImportHistoryScreen.tsx',
  'cdsComparisons.record': 'cds/StatementDialog.tsx',
  'corporateActions.change': 'corporate-actions/event/EditDialog.tsx',
  'corporateActions.create': 'corporate-actions/shared/FormEffects.tsx',
  'corporateActions.receiveMany': 'corporate-actions/reports/ConfirmReceipts.tsx',
  'custodianMessages.accept': 'custodian/AcceptDialog.tsx',
  'glMappings.set': 'gl-mappings/MappingDialog.tsx',
  'journal.create': 'journal/entry/Effect.tsx',
  'openItems.save': 'openings/ItemsReport.tsx',
  'openings.changeLot': 'trades/preview/Consequences.tsx',
  'openings.recordLots': 'openings/LotsReport.tsx',
  'openings.removeLot': 'trades/preview/Consequences.tsx',
  'periods.close': 'periods/CloseYearDialog.tsx',
  'prices.record': 'prices/PriceSheetScreen.tsx',
  'reconciliation.createEntry': 'reconciliation/match/EntryDialog.tsx',
  'reconciliation.match': 'reconciliation/match/DifferenceDialog.tsx',
  'reconciliation.save': 'reconciliation/sign-off/SignOffDialog.tsx',
  'reconciliation.unmatch': 'reconciliation/match/Matched.tsx',
  'settlements.confirmDue': 'settlements/confirm/ConfirmDue.tsx',
  'suspenseItems.clear': 'suspense/ClearDialog.tsx',
  'tradeDocuments.record': 'documents/record/OutcomePart.tsx',
  'tradeDocuments.undo': 'documents/record/UndoDialog.tsx',
  'tradeSummaries.upload': 'prices/UploadSummaries.tsx',
  'trades.saveBuy': 'trades/preview/AuthorizationModal.tsx',
  'valuations.reverse': 'valuation/ReverseRun.tsx',
  'valuations.run': 'valuation/Workbench.tsx',
  'in batches/bulk/bulk-preview.tsx': 'batches/bulk/bulk-preview.tsx',
  'in batches/rows/useSubmission.ts': 'batches/rows/Report.tsx',
  'in corporate-actions/event/ActDialog.tsx': 'corporate-actions/event/ActDialog.tsx',
  'in trades/correct/corrections.ts': 'trades/preview/Consequences.tsx',
  'in settlements/confirm/useActPreview.ts': 'settlements/confirm/ActDialog.tsx',
  'in trades/sell/useSellForm.ts': 'trades/preview/AuthorizationModal.tsx',
}

it('every screen that previews a write says whether the write would wait', () => {
  const found = sourcesIn(features).flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return [...text.matchAll(/dryRun: '1'/g)].map(({ index }) => {
      // The call that it is sent with begins before it, or takes the query that was named before.
      const [, before] = /(?:^|[^])*call\(\s*([\w.]+)/.exec(text.slice(0, index)) ?? []
      const [, after] = /call\(\s*([\w.]+)/.exec(text.slice(index)) ?? []
      const isNamed = /const (query|request|input) = [^\n]*$/.test(text.slice(0, index))
      const call = isNamed ? after : before
      return call === undefined || call === 'route' ? `in ${file.slice(features.length + 1)}` : call
    })
  })
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(SAYS).toSorted())
  const silent = Object.values(SAYS).filter(
    (file) => !readFileSync(join(features, file), 'utf8').includes('<WillWait preview={'),
  )
  expect(silent).toEqual([])
})

const WAITS = /This will wait for approval by Nimal Silva \(Two pairs of eyes\)/
const headers = {
  'X-Approval': JSON.stringify({ rules: ['Two pairs of eyes'], approvers: ['Nimal Silva'] }),
}
/** Only a preview says it. */
const previewReply = (body: object) => (asked: Asked) => {
  expect(asked.path).toContain('dryRun=1')
  return { body, headers }
}

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: false }))
afterEach(closeSession)
const choose = (user: ReturnType<typeof show>['user'], name: string) =>
  user.upload(document.querySelector('input[type=file]') as HTMLInputElement, new File(['a,b'], name))

it('the upload of prices', async () => {
  const report = { tradeDate: '2026-11-18', rowsProcessed: 2, duplicates: 0, exceptions: [] }
  network({ ...usual, 'POST /trade-summary/upload': previewReply(report) })
  const { user } = show(<UploadSummaries opened onClose={() => undefined} />)
  await choose(user, 'prices.csv')
  expect(await screen.findByText(WAITS)).toBeTruthy()
})

it('prices that are typed', async () => {
  const row = { symbol: 'JKH.N0000', company_name: 'JKH', quantity: 100, previous: null, price: null }
  window.history.replaceState(null, '', '/#/valuation-and-mtm/market-price-feed?date=2026-11-13')
  const sheet = {
    date: '2026-11-13',
    marketDay: '2026-11-13',
    closed: null,
    signedOff: null,
    missing: 1,
    rows: [row],
  }
  network({
    ...usual,
    'GET /prices/2026-11-13': { body: sheet },
    'PUT /prices/2026-11-13': previewReply({ added: 1, changed: 0, removed: 0 }),
  })
  show(<PriceSheetScreen />)
  fireEvent.change(await screen.findByLabelText('Last trade of JKH.N0000'), { target: { value: '20' } })
  expect(await screen.findByText(WAITS)).toBeTruthy()
})

it('a CDS statement', async () => {
  window.history.replaceState(null, '', '/#/settlement-and-accounting/cds-comparison')
  const reading = {
    sheets: [],
    headers: [],
    columns: {},
    missing: [],
    statementDate: '2026-11-18',
    sample: [],
    rows: 1,
    problems: [],
    problemCount: 0,
  } as unknown as CdsReading
  const found = {
    statement_date: '2026-11-18',
    lines: 1,
    agreed: 1,
    rows: [],
  } as unknown as CdsComparisonDetail
  network({
    ...usual,
    'GET /cds-comparisons': { body: [] },
    'GET /cds-accounts': { body: [] },
    'POST /cds-comparisons/read-file': { body: reading },
    'POST /cds-comparisons': previewReply(found),
  })
  const { user } = show(<CdsComparisonScreen />)
  await user.click(
    (await screen.findAllByRole('button', { name: /^Compare a [Ss]tatement/ }))[0] as HTMLElement,
  )
  await screen.findByRole('dialog')
  await choose(user, 'cds.csv')
  expect(await screen.findByText(WAITS)).toBeTruthy()
})

it('the reversal of a run', async () => {
  const run = {
    id: 4,
    date: '2026-10-31',
    reversal_date: '2026-11-01',
    states: { posted: 2, stale: 0 },
  } as unknown as ValuationRunDetail
  network({ ...usual, 'POST /mark-to-market/runs/4/reverse': previewReply(run) })
  show(<ReverseRun run={run} onClose={() => undefined} />)
  expect(await screen.findByText(WAITS)).toBeTruthy()
})

it('a trade of a bulk form, which is sent once that was agreed to', async () => {
  network({
    ...usual,
    [`POST ${batches.saveBulkSell.path}`]: previewReply({ warnings: [], checkPrice: false }),
  })
  const { user } = show(<div />)
  let accepted: Promise<boolean> | undefined
  act(() => {
    accepted = isPreviewAccepted({
      route: batches.saveBulkSell,
      body: {},
      act: {} as never,
      mayReadLimits: false,
    })
  })
  const asking = await screen.findByRole('dialog', { name: 'Submit for approval' })
  expect(await within(asking).findByText(WAITS)).toBeTruthy()
  await user.click(within(asking).getByRole('button', { name: 'Submit' }))
  expect(await accepted).toBe(true)
})
