/** The pictures of the second half: corporate actions with their empty forms, documents of brokers, and reports of both. */
import { authorization, fillBuy } from '../../e2e/pages/buy.ts'
import { button, field } from '../../e2e/pages/form.ts'
import { BUY, type Place } from './places.ts'

const desk = (name: string, tab: string, kind: string): Place[] => [
  { name, at: tab },
  { name: `${name}-form`, at: `${tab}?new=${kind}` },
]

/** Bought in the open period, before a sale of the demo. */
const LATE = { ...BUY, symbol: 'KHL.N0000', quantity: '50,000', price: '16.40' }

/** The pictures of the documents of brokers and of what is reported of trades. */
const DOCUMENT_PLACES: readonly Place[] = [
  {
    name: 'late-trade',
    at: 'trade-capture/buy',
    open: async (page) => {
      await fillBuy(page, LATE)
      await field(page, 'Trade Date').fill('2026-11-03')
      await page.keyboard.press('Tab')
      await page.waitForLoadState('networkidle')
      await button(page, 'Save Transaction').click()
      await authorization(page).getByText('Ledger lines').waitFor()
      await authorization(page).getByRole('region', { name: 'Affected sales' }).scrollIntoViewIfNeeded()
    },
  },
  { name: 'trade-confirmation', at: 'batch-transaction-import/trade-confirmation' },
  { name: 'daily-holdings', at: 'reporting-and-compliance/daily-holdings-report' },
  { name: 'daily-holdings-all', at: 'reporting-and-compliance/daily-holdings-report?portfolio=all' },
  {
    name: 'report-schedules',
    at: 'reporting-and-compliance/trade-blotter',
    open: (page) => button(page, 'Schedules').click(),
  },
  { name: 'trade-blotter', at: 'reporting-and-compliance/trade-blotter' },
  { name: 'broker-fee-proof', at: 'reporting-and-compliance/broker-reports?tab=proof' },
  { name: 'broker-statement', at: 'reporting-and-compliance/broker-reports?tab=statement' },
]

export const secondPlaces: readonly Place[] = [
  ...desk('dividend', 'corporate-actions/dividend', 'dividend'),
  ...desk('rights', 'corporate-actions/rights-issue', 'rights'),
  ...desk('scrip', 'corporate-actions/scrip-dividend', 'scrip'),
  ...desk('bonus', 'corporate-actions/bonus-capitalisation', 'bonus'),
  ...desk('split', 'corporate-actions/stock-split', 'split'),
  ...desk('consolidation', 'corporate-actions/reverse-stock-split', 'consolidation'),
  ...desk('merger', 'security-identity/merger-or-acquisition', 'merger'),
  ...desk('spin-off', 'security-identity/spin-off-demerger', 'spin-off'),
  ...desk('identity', 'security-identity/change-in-name-ticker-isin', 'identity'),
  ...desk('delisting', 'security-identity/delisting', 'delisting'),
  ...desk('buyback', 'voluntary-corporate-actions/buyback-share-repurchase', 'buyback'),
  ...desk('tender', 'voluntary-corporate-actions/tender-offer', 'tender'),
  ...desk('election', 'voluntary-corporate-actions/election-for-dividend-options', 'election'),
  { name: 'splits-and-bonus', at: 'mandatory-corporate-actions/splits-and-bonus' },
  { name: 'receivables', at: 'corporate-actions/receivables' },
  { name: 'events-report', at: 'corporate-actions/events-report' },
  { name: 'tax-certificates', at: 'corporate-actions/tax-certificates' },
  { name: 'action-calendar', at: 'corporate-actions/calendar' },
  { name: 'ipo-entry', at: 'ipo/ipo-entry' },
  { name: 'ipo-allocation', at: 'ipo/ipo-allocation' },
  { name: 'refund-processing', at: 'ipo/refund-processing' },
  { name: 'allocation-summary', at: 'ipo/allocation-summary' },
  { name: 'transfers', at: 'portfolio-transfers/transfers' },
  { name: 'trading-updates', at: 'cse-announcements/trading-updates' },
  { name: 'regulatory-updates', at: 'cse-announcements/regulatory-updates' },
  ...DOCUMENT_PLACES,
]
