/** A statement as it is shown, printed and exported: title, whose and when, lines, what must be known to read it. */
import type { CashFlow, FinancialPosition, ProfitLoss } from '@em/contract/statements/statements'
import { CASH_LINES, type CashLine } from '@em/contract/statements/statements'
import type { ValuationNote } from '@em/contract/valuation/valuation-note'
import { type NamedColumn, type Report, reportTable } from '@em/paper/report'
import { formatDate } from '../../lib/dates.ts'
import { formatNumber } from '../../lib/numerals.ts'
import type { AccountAsked } from '../trial-balance/filters.ts'
import { datesText, scopeText } from '../trial-balance/report.ts'
import { cashRows, positionRows, profitLossRows, type StatementRow } from './rows.ts'

export interface Card {
  readonly label: string
  readonly value: number
  readonly note?: string
  /** A gain or a loss. */
  readonly signed?: boolean
}

export interface Shown {
  readonly title: string
  /** The books and the dates. */
  readonly scope: string
  readonly when: string
  /** Over the amounts; the second one where something is compared. */
  readonly heads: readonly [string] | readonly [string, string]
  readonly rows: readonly StatementRow[]
  readonly cards: readonly Card[]
  /** Final, or that investments are at cost; null where there is nothing to say. */
  readonly status: string | null
  /** Whether investments are valued on the end date; null where the statement has none. */
  readonly valuation: ValuationNote | null
  /** The proof within the statement. */
  readonly check: { readonly ok: boolean; readonly text: string } | null
  /** Nothing has happened yet. */
  readonly empty: boolean
  /** The last day that counts. */
  readonly through: string
  readonly notes: readonly string[]
  /** The query of an account of the statement when it is opened. */
  readonly asked: AccountAsked
  /** Cash movements by bank account. */
  readonly banks: readonly BankRow[] | null
  readonly generated: string
}

type Asked = Pick<AccountAsked, 'entity' | 'portfolio'>

const TRADE_DATE =
  'Prepared from the general ledger in LKR by trade-date accounting: purchases and sales are recognised on their trade date and are payable or receivable until they are settled.'
const TREATMENTS =
  'FVTPL portfolios expense their fees and take gains through profit or loss. FVOCI portfolios capitalise the fees of purchases; their gains go to the Fair Value Reserve and Retained Earnings and never through profit or loss (SLFRS 9).'

/** The line under the title: that a statement is final, else that something is not valued. */
function statusOf({ message }: ValuationNote, final: boolean): string | null {
  return final && message === null ? 'Final' : message
}

/** The notes on the valuations of the dates that a reader of the figures needs. */
function valuationNotes(
  { valuation, comparedValuation }: Pick<ProfitLoss, 'valuation' | 'comparedValuation'>,
  valued: string,
): string[] {
  const before =
    comparedValuation?.message == null
      ? []
      : [`${formatDate(comparedValuation.date)}: ${comparedValuation.message}.`]
  if (valuation.message !== null) return [`${valuation.message}.`, ...before]
  return valuation.state === 'valued' ? [valued, ...before] : before
}

export function shownProfitLoss(data: ProfitLoss, asked: Asked, final = false): Shown {
  const { period, compared, totals } = data
  return {
    title: 'Statement of Profit or Loss',
    scope: scopeText(period),
    when: periodText(period),
    heads: compared === null ? [periodText(period)] : [periodText(period), periodText(compared)],
    rows: profitLossRows(data),
    cards: [
      { label: 'Net profit (LKR)', value: totals.net_profit, signed: true },
      { label: 'Operating profit (LKR)', value: totals.operating_profit, signed: true },
      { label: 'Realized capital gains (LKR)', value: totals.realized_capital_gains, signed: true },
      { label: 'Unrealized capital gains (LKR)', value: totals.unrealized_capital_gains, signed: true },
      { label: 'Expenses (LKR)', value: totals.total_expenses },
    ],
    status: statusOf(data.valuation, final),
    valuation: data.valuation,
    check: null,
    empty:
      [data.revenueByCategory, data.otherIncomeByCategory, data.expensesByCategory].every(
        (of) => Object.keys(of).length === 0,
      ) &&
      data.unrealizedGains.length === 0 &&
      data.taxes.length === 0 &&
      data.otherComprehensiveIncome.length === 0,
    through: period.endDate,
    notes: [
      TRADE_DATE,
      TREATMENTS,
      ...valuationNotes(
        data,
        'Unrealized gains are those of the mark-to-market run of the end date, less what earlier runs had shown.',
      ),
      'Year-end closing entries are left out.',
    ],
    asked: {
      ...asked,
      endDate: period.endDate,
      ...(period.startDate === null ? {} : { startDate: period.startDate }),
      withoutClosing: '1',
    },
    banks: null,
    generated: totals.generated_date,
  }
}

export function shownPosition(data: FinancialPosition, asked: Asked, final = false): Shown {
  const { totals } = data
  const suspense = data.liabilities
    .flatMap((group) => group.accounts)
    .find((account) => account.account_code === '2900')
  return {
    title: 'Statement of Financial Position',
    scope: scopeText(data),
    when: `As at ${formatDate(data.asOf)}`,
    heads:
      data.compareDate === null
        ? [formatDate(data.asOf)]
        : [formatDate(data.asOf), formatDate(data.compareDate)],
    rows: positionRows(data),
    cards: [
      { label: 'Total assets (LKR)', value: totals.total_assets.balance },
      { label: 'Total liabilities (LKR)', value: totals.total_liabilities.balance },
      { label: 'Net assets (LKR)', value: totals.net_assets.balance, note: 'Assets less liabilities' },
      {
        label: 'Result not yet closed (LKR)',
        value: totals.result_not_closed.balance,
        note: 'Part of the equity',
        signed: true,
      },
    ],
    status: statusOf(data.valuation, final),
    valuation: data.valuation,
    check: {
      ok: totals.is_balanced,
      text: totals.is_balanced
        ? 'Assets equal equity and liabilities'
        : 'Assets do not equal equity and liabilities',
    },
    empty: data.assets.length === 0 && data.liabilities.length === 0 && totals.total_equity.balance === 0,
    through: data.asOf,
    notes: [
      TRADE_DATE,
      `Investments are stated at cost by the costing method of their portfolio. Where mark-to-market is posted, the Fair Value Adjustment brings them to market value. ${TREATMENTS}`,
      ...valuationNotes(data, 'Investments are valued by the mark-to-market run of the date.'),
      ...(hasNegativeLiability(data)
        ? [
            'Overdrawn bank accounts, dividends received in excess and a credit balance of inter-portfolio clearing are liabilities here; in the trial balance they stay on their accounts.',
          ]
        : []),
      'The result that no year-end closing has taken to Retained Earnings yet is shown as a line of its own.',
      ...(suspense === undefined || suspense.balance === 0
        ? []
        : [
            `Suspense holds LKR ${formatNumber(suspense.balance, { decimals: 2 })} that is still to be cleared.`,
          ]),
    ],
    asked: { ...asked, endDate: data.asOf },
    banks: null,
    generated: totals.generated_date,
  }
}

/** Whether something of an asset account is presented as a liability. */
function hasNegativeLiability({ liabilities }: FinancialPosition): boolean {
  return liabilities.some(({ accounts }) =>
    accounts.some((one) => one.account_code?.startsWith('1') === true),
  )
}

/** A settlement account's movements, by the lines of the statement. */
export interface BankRow {
  readonly key: string
  readonly name: string
  readonly level: 'row' | 'total'
  readonly opening: number
  readonly lines: Readonly<Partial<Record<CashLine, number>>>
  readonly closing: number
}

export function shownCash(data: CashFlow, asked: Asked): Shown {
  const { period } = data
  const codes = data.cash_accounts.map((account) => account.account_code).join(', ')
  const byKey = (lines: CashFlow['lines']) =>
    Object.fromEntries(lines.map((line) => [line.key, line.amount])) as BankRow['lines']
  return {
    title: 'Statement of Cash Movements',
    scope: scopeText(period),
    when: periodText(period),
    heads: [periodText(period)],
    rows: cashRows(data),
    cards: [
      { label: 'Opening balance (LKR)', value: data.opening },
      { label: 'Net movement (LKR)', value: data.change, signed: true },
      { label: 'Closing balance (LKR)', value: data.closing },
    ],
    status: null,
    valuation: null,
    check: {
      ok: data.is_tied,
      text: data.is_tied
        ? `Agrees with the balance of account ${codes}`
        : `Does not agree with the balance of account ${codes}`,
    },
    empty: data.accounts.length === 0,
    through: period.endDate,
    notes: [
      'Prepared by the direct method from the general ledger in LKR: cash moves on the settlement date. Reversals are deducted from the line they reverse.',
    ],
    asked: {
      ...asked,
      endDate: period.endDate,
      ...(period.startDate === null ? {} : { startDate: period.startDate }),
    },
    banks: [
      ...data.accounts.filter(hasMoved).map(
        (account): BankRow => ({
          key: String(account.settlement_account_id ?? 0),
          name:
            account.settlement_account_id === null
              ? 'No bank account named'
              : `${account.bank_name} ${account.account_number}, ${account.account_name}`,
          level: 'row',
          opening: account.opening,
          lines: byKey(account.lines),
          closing: account.closing,
        }),
      ),
      {
        key: 'all',
        name: 'All bank accounts',
        level: 'total',
        opening: data.opening,
        lines: byKey(data.lines),
        closing: data.closing,
      },
    ],
    generated: data.generated_date,
  }
}

/** Whether an account has anything to say: what only came and was taken back again leaves a row of zeros. */
function hasMoved({ opening, lines, closing }: CashFlow['accounts'][number]): boolean {
  return opening !== 0 || closing !== 0 || lines.some((line) => line.amount !== 0)
}

/** "01 Jan 2026 to 31 Mar 2026", "Until 31 Mar 2026" */
function periodText(span: { startDate: string | null; endDate: string }): string {
  return span.startDate === null ? `Until ${formatDate(span.endDate)}` : datesText(span)
}

const money = <Row>(
  id: string,
  header: string,
  value: (row: Row) => number | string | null | undefined,
): NamedColumn<Row> => ({ id, header, unit: 'LKR', kind: 'money', value })

/** The amounts of a statement, on screen and in the report; in a comparison also the other amounts and the change. */
export function figureColumns({ heads: [now, before] }: Shown): NamedColumn<StatementRow>[] {
  const balance = money<StatementRow>('balance', now, (row) => row.figures?.balance)
  if (before === undefined) return [balance]
  return [
    balance,
    money('before', before, (row) => row.figures?.compare_balance),
    money('change', 'Change', (row) => row.figures?.change),
    {
      id: 'percent',
      header: 'Change',
      unit: '%',
      kind: 'percent',
      signed: true,
      value: (row) => row.figures?.change_percent,
    },
  ]
}

/** The receipts and payments of each bank account, by the lines that any of them has, in the order of the statement. */
export const bankColumns = (banks: readonly BankRow[]): NamedColumn<BankRow>[] => [
  { id: 'name', header: 'Bank account', value: (row) => row.name },
  money('opening', 'Opening', (row) => row.opening),
  ...(Object.keys(CASH_LINES) as CashLine[])
    .filter((key) => banks.some((bank) => bank.lines[key] !== undefined))
    .map((key) => money<BankRow>(key, CASH_LINES[key], (row) => row.lines[key] ?? 0)),
  money('closing', 'Closing', (row) => row.closing),
]

/** The statement as a report: what is on paper, in the PDF and in the spreadsheet. */
export function reportOf(shown: Shown, by: string): Report {
  const { banks, rows } = shown
  return {
    title: shown.title,
    subtitle: [shown.scope, shown.when, ...(shown.status === null ? [] : [shown.status])],
    fileName: `${shown.title} ${shown.scope} ${shown.when}`,
    by,
    facts: [
      { label: 'Currency', value: 'LKR' },
      ...(shown.check === null ? [] : [{ label: 'Check', value: shown.check.text }]),
    ],
    tables: [
      reportTable({
        columns: [
          { header: 'Line', value: (row) => row.label },
          ...(banks === null ? [{ header: 'Account', value: (row: StatementRow) => row.code ?? '' }] : []),
          ...figureColumns(shown),
        ],
        rows,
        level: (row) => row.level,
        indent: (row) => row.indent,
        ...(banks !== null && { title: 'Cash movements' }),
      }),
      ...(banks === null
        ? []
        : [
            reportTable({
              title: 'By bank account',
              columns: bankColumns(banks),
              rows: banks,
              level: (row) => row.level,
            }),
          ]),
    ],
    notes: shown.notes,
    signatures: ['Prepared by', 'Reviewed by'],
    // Compared with another period the printed page is landscape; a PDF decides by its widths.
    ...(banks === null && shown.heads.length === 1 ? { orientation: 'portrait' as const } : {}),
  }
}
