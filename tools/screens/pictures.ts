/** Every picture that is taken: the tabs with a screen, and the dialogs over them. */
import type { Page } from 'playwright-core'
import { authorization, fillBuy } from '../../e2e/pages/buy.ts'
import { button, dialog, field, pick } from '../../e2e/pages/form.ts'

export interface Picture {
  readonly name: string
  /** `group/tab` of the address. */
  readonly at: string
  /** The actions on the screen before the picture. */
  readonly open?: (page: Page) => Promise<void>
}

/** The values of the demo's buy form. */
export const BUY = {
  symbol: 'JKH.N0000',
  portfolio: 'Mahaweli Growth Fund (MGF)',
  quantity: '25,000',
  price: '21.40',
  contract: 'CN-104233',
  broker: 'Asha Securities',
  method: 'Bank Transfer',
  account: '1000 4471 2208',
}

async function filledBuy(page: Page): Promise<void> {
  await fillBuy(page, BUY)
  await page.getByText('Net Value').first().waitFor()
}

async function firstRow(page: Page): Promise<void> {
  const grid = page.getByRole('grid')
  await grid.locator('td[data-cell="0:0"]').click()
  await page.getByRole('dialog').waitFor()
}

/** The demo's reconciliation of the current month; the first picture of it begins it. */
async function openReconciliation(page: Page): Promise<void> {
  const begun = page.getByRole('grid').locator('td[data-cell="0:0"]')
  const none = page.getByText('No reconciliations yet')
  await begun.or(none).first().waitFor()
  if (await begun.isVisible()) {
    await begun.click()
  } else {
    await button(page, 'New Reconciliation').first().click()
    const begin = dialog(page, 'New reconciliation')
    await pick(begin, 'Account', '1010')
    await field(begin, 'Settlement Account').click()
    await page
      .getByRole('option', { name: /^Trust Settlement/ })
      .first()
      .click()
    await button(begin, 'Begin').click()
  }
  await page.getByRole('heading', { name: /^1010 Cash at Bank/ }).waitFor()
  await page.getByRole('grid', { name: 'Unmatched ledger' }).locator('td[data-cell="0:1"]').waitFor()
}

export const pictures: readonly Picture[] = [
  { name: 'dashboard', at: 'dashboard/dashboard' },
  { name: 'performance', at: 'dashboard/performance-metrics?portfolio=MGF' },
  { name: 'performance-risk', at: 'dashboard/performance-metrics?portfolio=MGF&view=risk' },
  { name: 'performance-benchmark', at: 'dashboard/performance-metrics?portfolio=MGF&view=benchmark' },
  { name: 'performance-allocation', at: 'dashboard/performance-metrics?portfolio=MGF&view=allocation' },
  { name: 'performance-holdings', at: 'dashboard/performance-metrics?portfolio=MGF&view=holdings' },
  { name: 'index-values', at: 'valuation-and-mtm/index-values' },
  { name: 'cds-accounts', at: 'master-data-management/cds-accounts?account=1' },
  { name: 'cds-comparison', at: 'settlement-and-accounting/cds-comparison?comparison=1' },
  { name: 'portfolio-overview', at: 'dashboard/portfolio-overview' },
  { name: 'market-summary', at: 'dashboard/market-summary' },
  { name: 'market-summary-sectors', at: 'dashboard/market-summary?tab=sectors' },
  { name: 'market-summary-movers', at: 'dashboard/market-summary?tab=movers' },
  { name: 'market-summary-statistics', at: 'dashboard/market-summary?tab=statistics' },
  { name: 'market-summary-closed', at: 'dashboard/market-summary?date=2020-01-04' },
  { name: 'recent-activity', at: 'dashboard/recent-activity' },
  { name: 'recent-activity-none', at: 'dashboard/recent-activity?type=dividend' },
  { name: 'position-limits', at: 'risk-and-limit-management/position-limits' },
  { name: 'market-announcements', at: 'cse-announcements/market-announcements' },
  { name: 'corporate-notices', at: 'cse-announcements/corporate-notices' },
  {
    name: 'corporate-notice',
    at: 'cse-announcements/corporate-notices',
    open: (page) => page.getByRole('button', { name: 'First interim dividend' }).click(),
  },
  { name: 'news-and-events', at: 'cse-announcements/news-and-events' },
  { name: 'equity-master', at: 'master-data-management/equity-master' },
  { name: 'equities', at: 'master-data-management/equity-master?view=list' },
  { name: 'equity-detail', at: 'master-data-management/equity-master?view=list', open: firstRow },
  {
    name: 'equity-edit',
    at: 'master-data-management/equity-master?view=list',
    open: (page) =>
      page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click(),
  },
  {
    name: 'equity-delete',
    at: 'master-data-management/equity-master?view=list',
    open: (page) =>
      page
        .getByRole('button', { name: /^Delete / })
        .first()
        .click(),
  },
  { name: 'account-master', at: 'master-data-management/account-master' },
  {
    name: 'settlement-accounts',
    at: 'master-data-management/account-master',
    open: (page) => button(page, 'View Accounts').click(),
  },
  { name: 'valuation-method', at: 'master-data-management/valuation-method' },
  { name: 'portfolio-master', at: 'master-data-management/portfolio-master' },
  { name: 'portfolios', at: 'master-data-management/portfolio-master?view=list' },
  {
    name: 'portfolio-inline-edit',
    at: 'master-data-management/portfolio-master?view=list',
    open: (page) =>
      page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click(),
  },
  { name: 'strategy-master', at: 'master-data-management/strategy-master' },
  {
    name: 'strategy-assignments',
    at: 'master-data-management/strategy-master',
    open: (page) => button(page, 'View Assignments').click(),
  },
  { name: 'journal-entries', at: 'accounting-entries/journal-entries' },
  { name: 'suspense-items', at: 'accounting-entries/journal-entries?view=suspense' },
  { name: 'suspense-cleared', at: 'accounting-entries/journal-entries?view=cleared' },
  { name: 'journal-new', at: 'accounting-entries/journal-entries?new=1' },
  { name: 'audit-trail', at: 'reporting-and-compliance/audit-trail' },
  { name: 'audit-row', at: 'reporting-and-compliance/audit-trail', open: firstRow },
  {
    name: 'journal-warned',
    at: 'accounting-entries/journal-entries?new=1',
    open: async (page) => {
      await pick(dialog(page, 'New journal entry'), 'Account', '1010')
      await page.getByText('names no bank account').scrollIntoViewIfNeeded()
    },
  },
  { name: 'general-ledger', at: 'accounting-entries/general-ledger' },
  { name: 'journal-entry', at: 'accounting-entries/general-ledger', open: firstRow },
  { name: 'opening-balances', at: 'accounting-entries/opening-balances' },
  { name: 'opening-balances-empty', at: 'accounting-entries/opening-balances?portfolio=MGF' },
  { name: 'opening-lots', at: 'accounting-entries/opening-balances?portfolio=MGF&view=lots' },
  { name: 'trial-balance', at: 'accounting-entries/trial-balance' },
  { name: 'trial-balance-summary', at: 'accounting-entries/trial-balance?view=summary' },
  {
    name: 'trial-balance-compared',
    at: 'accounting-entries/trial-balance?compare=2025-12-31&banks=1',
  },
  { name: 'realized', at: 'valuation-and-mtm/realized-gain-loss-tracking' },
  {
    name: 'realized-gain',
    at: 'valuation-and-mtm/realized-gain-loss-tracking?type=SELL',
    open: firstRow,
  },
  { name: 'realized-performance', at: 'valuation-and-mtm/realized-gain-loss-tracking?tab=performance' },
  { name: 'realized-schedule', at: 'valuation-and-mtm/realized-gain-loss-tracking?tab=schedule&range=6M' },
  { name: 'realized-tax', at: 'valuation-and-mtm/realized-gain-loss-tracking?tab=tax&range=All' },
  {
    name: 'realized-empty',
    at: 'valuation-and-mtm/realized-gain-loss-tracking?from=2019-01-01&to=2019-01-31',
  },
  {
    name: 'realized-schedule-empty',
    at: 'valuation-and-mtm/realized-gain-loss-tracking?tab=schedule&from=2019-01-01&to=2019-01-31',
  },
  { name: 'broker-commission', at: 'reporting-and-compliance/broker-reports' },
  { name: 'broker-notes', at: 'reporting-and-compliance/broker-reports?tab=notes' },
  { name: 'report-statement', at: 'reporting-and-compliance/accounting-reports?date=2026-06-30' },
  {
    name: 'report-statement-empty',
    at: 'reporting-and-compliance/accounting-reports?date=2015-01-31',
  },
  {
    name: 'report-movements',
    at: 'reporting-and-compliance/accounting-reports?tab=movements&from=2026-04-01&to=2026-06-30',
  },
  {
    name: 'report-movements-empty',
    at: 'reporting-and-compliance/accounting-reports?tab=movements&from=2015-01-01&to=2015-01-31',
  },
  {
    name: 'report-net-assets',
    at: 'reporting-and-compliance/accounting-reports?tab=net-assets&date=2026-06-30',
  },
  {
    name: 'report-net-assets-empty',
    at: 'reporting-and-compliance/accounting-reports?tab=net-assets&date=2015-01-31',
  },
  {
    name: 'report-exceptions',
    at: 'reporting-and-compliance/accounting-reports?tab=exceptions&date=2026-06-30',
  },
  {
    name: 'report-exceptions-empty',
    at: 'reporting-and-compliance/accounting-reports?tab=exceptions&date=2015-01-31',
  },
  {
    name: 'report-tax',
    at: 'reporting-and-compliance/accounting-reports?tab=tax&from=2026-04-01&to=2026-06-30',
  },
  { name: 'statement-profit-loss', at: 'accounting-entries/financial-statements?compare=year' },
  {
    name: 'statement-position',
    at: 'accounting-entries/financial-statements?statement=position&compare=previous',
  },
  { name: 'statement-cash', at: 'accounting-entries/financial-statements?statement=cash' },
  {
    name: 'statement-account',
    at: 'accounting-entries/financial-statements?account=6010',
  },
  { name: 'period-close', at: 'accounting-entries/period-close' },
  {
    name: 'period-lock',
    at: 'accounting-entries/period-close',
    open: async (page) => {
      const entity = page.getByRole('row').filter({ hasText: 'General' })
      await entity.getByRole('button', { name: /^(Lock period|Change lock)$/ }).click()
      await dialog(page, /^Lock the books/).waitFor()
    },
  },
  {
    name: 'period-close-year',
    at: 'accounting-entries/period-close',
    open: async (page) => {
      await button(page, 'Close year').last().click()
      await dialog(page, /^Close the year/)
        .getByText('Retained Earnings')
        .last()
        .waitFor()
    },
  },
  { name: 'reconciliations', at: 'accounting-entries/account-reconciliation' },
  {
    name: 'reconciliation-new',
    at: 'accounting-entries/account-reconciliation',
    open: async (page) => {
      await button(page, 'New Reconciliation').first().click()
      await dialog(page, 'New reconciliation').waitFor()
    },
  },
  { name: 'reconciliation', at: 'accounting-entries/account-reconciliation', open: openReconciliation },
  {
    name: 'reconciliation-import',
    at: 'accounting-entries/account-reconciliation',
    open: async (page) => {
      await openReconciliation(page)
      await button(page, 'Import Statement').first().click()
      await dialog(page, 'Import Statement').waitFor()
    },
  },
  {
    name: 'reconciliation-save',
    at: 'accounting-entries/account-reconciliation',
    open: async (page) => {
      await openReconciliation(page)
      await button(page, 'Save and Sign Off').click()
      await dialog(page, 'Save and sign off').waitFor()
    },
  },
  { name: 'account-detail', at: 'accounting-entries/trial-balance?account=1100' },
  { name: 'chart-of-accounts', at: 'accounting-entries/chart-of-accounts' },
  {
    name: 'chart-add-account',
    at: 'accounting-entries/chart-of-accounts',
    open: (page) => button(page, 'Add Account').click(),
  },
  { name: 'buy', at: 'trade-capture/buy' },
  { name: 'buy-filled', at: 'trade-capture/buy', open: filledBuy },
  {
    name: 'buy-faults',
    at: 'trade-capture/buy',
    open: async (page) => {
      await button(page, 'Save Transaction').click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'company-picker',
    at: 'trade-capture/buy',
    open: async (page) => {
      await field(page, 'Company Name').click()
      await dialog(page, 'Select Company').getByRole('option').first().waitFor()
    },
  },
  {
    name: 'account-picker',
    at: 'trade-capture/buy',
    open: async (page) => {
      await field(page, 'Payment Method').click()
      await page.getByRole('option', { name: 'Bank Transfer' }).click()
      await dialog(page, /^Select Settlement Account/)
        .getByRole('option')
        .first()
        .waitFor()
    },
  },
  {
    name: 'authorization',
    at: 'trade-capture/buy',
    open: async (page) => {
      await filledBuy(page)
      await button(page, 'Save Transaction').click()
      await authorization(page).getByText('Ledger lines').waitFor()
    },
  },
  { name: 'submitted-transactions', at: 'trade-capture/buy?view=transactions' },
  { name: 'buy-detail', at: 'trade-capture/buy?view=transactions', open: firstRow },
  { name: 'sell', at: 'trade-capture/sell' },
  { name: 'submitted-sells', at: 'trade-capture/sell?view=transactions' },
  { name: 'transactions', at: 'trade-capture/transactions' },
  { name: 'transaction-detail', at: 'trade-capture/transactions', open: firstRow },
  { name: 'deleted-transactions', at: 'trade-capture/transactions?status=Deleted' },
  { name: 'deleted-transaction', at: 'trade-capture/transactions?status=Deleted', open: firstRow },
  { name: 'portfolio', at: 'trade-capture/portfolio?portfolio=MGF' },
  { name: 'portfolio-lots', at: 'trade-capture/portfolio?portfolio=MGF', open: firstRow },
  { name: 'deal-slips', at: 'trade-capture/deal-slip' },
  {
    name: 'deal-slip',
    at: 'trade-capture/deal-slip',
    open: async (page) => {
      await page.locator('main li button').first().click()
      await dialog(page, /^Deal Slip/)
        .getByText(/^Net amount/)
        .waitFor()
    },
  },
  { name: 'bulk-buy', at: 'batch-transaction-import/bulk-buy-entry' },
  { name: 'bulk-sell', at: 'batch-transaction-import/bulk-sell-entry' },
  { name: 'many-rows', at: 'batch-transaction-import/bulk-buy-entry?view=rows' },
  {
    name: 'import-file',
    at: 'batch-transaction-import/bulk-buy-entry?view=rows',
    open: (page) => button(page, 'Import File').click(),
  },
  { name: 'import-history', at: 'batch-transaction-import/import-history' },
  { name: 'trade-report', at: 'batch-transaction-import/trade-report' },
  { name: 'holiday-calendar', at: 'master-data-management/holiday-calendar' },
  { name: 'brokers', at: 'master-data-management/brokers' },
  { name: 'fee-tariffs', at: 'master-data-management/fee-tariffs' },
  { name: 'intraday-relief', at: 'master-data-management/intraday-relief' },
  { name: 'dividend-tax-rates', at: 'master-data-management/dividend-tax-rates' },
  { name: 'risk-free-rates', at: 'master-data-management/risk-free-rates' },
  { name: 'price-tolerances', at: 'master-data-management/price-tolerances' },
  { name: 'cost-of-funds', at: 'trade-capture/cost-of-funds' },
  {
    name: 'saved-definitions',
    at: 'trade-capture/cost-of-funds',
    open: (page) => button(page, 'View Saved Definitions').click(),
  },
  {
    name: 'user-profile',
    at: 'dashboard/dashboard',
    open: async (page) => {
      await page.getByRole('button', { name: /^User Profile/ }).click()
      await dialog(page, 'User Profile').waitFor()
    },
  },
  { name: 'fix-sessions', at: 'integration-and-automation/broker-feed-fix-integration' },
  { name: 'users', at: 'administration/users' },
  {
    name: 'user-edit',
    at: 'administration/users',
    open: async (page) => {
      await page.getByRole('grid').locator('td[data-cell="0:0"]').click()
      await page.getByRole('dialog').getByText('Where this person is signed in').waitFor()
    },
  },
  { name: 'invite', at: 'administration/users', open: (page) => button(page, 'Invite').click() },
  { name: 'roles', at: 'administration/users?view=roles' },
  {
    name: 'check-the-books',
    at: 'administration/check-the-books',
    open: async (page) => {
      const check = button(page, 'Check')
      await check.waitFor()
      await check.click()
      await page.getByText(/^No differences/).waitFor()
    },
  },
  { name: 'cash-flow-mapping', at: 'settlement-and-accounting/cash-flow-mapping' },
  { name: 'gl-mapping', at: 'settlement-and-accounting/gl-mapping' },
  {
    name: 'gl-mapping-change',
    at: 'settlement-and-accounting/gl-mapping',
    open: async (page) => {
      await page.getByRole('grid').locator('td[data-cell="1:0"]').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'settlements', at: 'settlement-and-accounting/settlement-instructions' },
  {
    name: 'settlements-overdue',
    at: 'settlement-and-accounting/settlement-instructions?status=overdue',
    open: async (page) => {
      await page
        .getByRole('checkbox', { name: /^Select / })
        .first()
        .click()
    },
  },
  { name: 'settlements-failed', at: 'settlement-and-accounting/settlement-instructions?status=failed' },
  { name: 'settlements-netted', at: 'settlement-and-accounting/settlement-instructions?view=netted' },
  { name: 'settlements-settled', at: 'settlement-and-accounting/settlement-instructions?status=settled' },
  { name: 'settlements-all', at: 'settlement-and-accounting/settlement-instructions?status=all' },
  {
    name: 'settlement-detail',
    at: 'settlement-and-accounting/settlement-instructions?status=failed',
    open: async (page) => {
      await page.getByRole('grid').locator('td[data-cell="0:2"]').click()
      await page.getByRole('dialog').getByText('What happened').waitFor()
    },
  },
  {
    name: 'settlement-confirm',
    at: 'settlement-and-accounting/settlement-instructions?status=overdue',
    open: async (page) => {
      await page
        .getByRole('checkbox', { name: /^Select / })
        .first()
        .click()
      await button(page, 'Confirm').first().click()
      await page
        .getByRole('dialog')
        .getByLabel(/^Amount paid/)
        .fill('1000')
      await page.getByText('Debit (LKR)').waitFor()
    },
  },
  {
    name: 'settlements-confirm',
    at: 'settlement-and-accounting/settlement-instructions?status=overdue',
    open: async (page) => {
      await page.getByRole('button', { name: /^Select all/ }).click()
      await button(page, 'Confirm').first().click()
      await page.getByText('nothing is posted').waitFor()
    },
  },
  {
    name: 'settlements-confirm-due',
    at: 'settlement-and-accounting/settlement-instructions',
    open: async (page) => {
      await button(page, 'Confirm All Due').click()
      await dialog(page, 'Confirm all due').getByText('to pay').waitFor()
    },
  },
  {
    name: 'notifications',
    at: 'dashboard/dashboard',
    open: (page) => page.getByRole('button', { name: /^Notifications/ }).click(),
  },
  {
    name: 'palette',
    at: 'dashboard/dashboard',
    open: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByPlaceholder('Search or go to').waitFor()
    },
  },
  {
    name: 'premium-popup',
    at: 'master-data-management/valuation-method',
    open: async (page) => {
      // The demo is the premium edition: what the standard one answers is put in its place.
      await page.route('**/api/health', async (route) => {
        const answer = await route.fetch()
        await route.fulfill({ response: answer, json: { ...(await answer.json()), edition: 'standard' } })
      })
      await page.reload()
      await page.getByRole('radio', { name: /Cherry/ }).click()
      await dialog(page, 'Premium Feature').waitFor()
      await page.unroute('**/api/health')
    },
  },
]

/** Only where there is a drawer. */
export const phonePictures: readonly Picture[] = [
  {
    name: 'navigation',
    at: 'dashboard/dashboard',
    open: async (page) => {
      await button(page, 'Open navigation').click()
      await dialog(page, 'Navigation').waitFor()
    },
  },
]
