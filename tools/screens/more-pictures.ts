/** More pictures: corporate actions with their empty forms, brokers' documents, reports, values, monitoring and administration. */
import { authorization, fillBuy } from '../../e2e/pages/buy.ts'
import { button, field } from '../../e2e/pages/form.ts'
import { BUY, type Picture } from './pictures.ts'

const eventTab = (name: string, tab: string, kind: string): Picture[] => [
  { name, at: tab },
  { name: `${name}-form`, at: `${tab}?new=${kind}` },
]

/** Bought in the open period, before a sale of the demo. */
const LATE = { ...BUY, symbol: 'KHL.N0000', quantity: '50,000', price: '16.40' }

/** The pictures of the documents of brokers and of what is reported of trades. */
const DOCUMENT_PICTURES: readonly Picture[] = [
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

/** Prices and values, portfolios side by side, what comes from outside, and administration. */
const OTHER_PICTURES: readonly Picture[] = [
  { name: 'mtm-valuation', at: 'valuation-and-mtm/mark-to-market-valuation?portfolio=MGF' },
  { name: 'trade-summary', at: 'valuation-and-mtm/trade-summary-data' },
  { name: 'market-price-feed', at: 'valuation-and-mtm/market-price-feed' },
  {
    name: 'mark-to-market',
    at: 'valuation-and-mtm/mark-to-market',
    open: async (page) => {
      await button(page, 'Preview').first().click()
      await page.getByText('Fair Value').first().waitFor()
    },
  },
  { name: 'equity-cost', at: 'valuation-and-mtm/equity-cost?portfolio=MGF' },
  { name: 'holdings-dashboard', at: 'portfolio-monitoring/holdings-dashboard' },
  {
    name: 'rebalancing',
    at: 'portfolio-monitoring/rebalancing?portfolio=MGF',
    open: (page) => page.getByRole('button', { name: /^Make .*Order/ }).waitFor(),
  },
  { name: 'security', at: 'portfolio-monitoring/security?symbol=JKH.N0000' },
  { name: 'mandatory-dividends', at: 'mandatory-corporate-actions/dividends' },
  {
    name: 'fix-session-new',
    at: 'integration-and-automation/broker-feed-fix-integration',
    open: async (page) => {
      await button(page, 'Add session').first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'custodian', at: 'integration-and-automation/custodian-integration' },
  { name: 'accounting-interface', at: 'integration-and-automation/accounting-system-interface' },
  { name: 'approvals', at: 'administration/approvals?view=all' },
  { name: 'jobs', at: 'administration/jobs' },
]

export const morePictures: readonly Picture[] = [
  ...eventTab('dividend', 'corporate-actions/dividend', 'dividend'),
  ...eventTab('rights', 'corporate-actions/rights-issue', 'rights'),
  ...eventTab('scrip', 'corporate-actions/scrip-dividend', 'scrip'),
  ...eventTab('bonus', 'corporate-actions/bonus-capitalisation', 'bonus'),
  ...eventTab('split', 'corporate-actions/stock-split', 'split'),
  ...eventTab('consolidation', 'corporate-actions/reverse-stock-split', 'consolidation'),
  ...eventTab('merger', 'security-identity/merger-or-acquisition', 'merger'),
  ...eventTab('spin-off', 'security-identity/spin-off-demerger', 'spin-off'),
  ...eventTab('identity', 'security-identity/change-in-name-ticker-isin', 'identity'),
  ...eventTab('delisting', 'security-identity/delisting', 'delisting'),
  ...eventTab('buyback', 'voluntary-corporate-actions/buyback-share-repurchase', 'buyback'),
  ...eventTab('tender', 'voluntary-corporate-actions/tender-offer', 'tender'),
  ...eventTab('election', 'voluntary-corporate-actions/election-for-dividend-options', 'election'),
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
  {
    name: 'transfer-new',
    at: 'portfolio-transfers/transfers',
    open: async (page) => {
      await button(page, 'New Transfer').first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'trading-updates', at: 'cse-announcements/trading-updates' },
  { name: 'regulatory-updates', at: 'cse-announcements/regulatory-updates' },
  ...DOCUMENT_PICTURES,
  ...OTHER_PICTURES,
]
