import type { DocumentOrder } from '@em/contract/books/document-orders'
import type { DocumentLineAnswer, TradeDocumentDetail } from '@em/contract/books/trade-documents'
import { sumOf } from '../../../ui/grid/columns.ts'
import { isOfDocument } from '../document/document.ts'

/** Lines of one contract: they become one trade, or one for each portfolio that it is split over. */
export interface ContractLines {
  readonly key: string
  /** The line that names it: its first. */
  readonly line: number
  readonly state: DocumentLineAnswer['state']
  readonly first: DocumentLineAnswer
  readonly quantity: number
}

/** The contracts of a document's lines, in the order of their first lines. */
export function contractsIn(lines: readonly DocumentLineAnswer[]): ContractLines[] {
  const groups = Map.groupBy(lines.filter(isOfDocument), ({ contract, id }) => contract ?? String(id))
  return [...groups].map(([key, own]) => {
    const [first] = own as [DocumentLineAnswer, ...DocumentLineAnswer[]]
    const fills = own.filter(({ repeated }) => !repeated)
    return {
      key,
      line: first.id ?? 0,
      state: first.state,
      first,
      quantity: Number(sumOf(fills.map(({ quantity }) => quantity))),
    }
  })
}

/** A part of a contract, as typed: the code of a portfolio and its shares. */
export interface Part {
  readonly portfolioId: string
  readonly quantity: string
}

export const CONTROLS = ['count', 'gross', 'fees', 'net'] as const
export type Control = (typeof CONTROLS)[number]
export const SIDES = ['purchases', 'sales'] as const
export type Side = (typeof SIDES)[number]
type TypedControls = Readonly<Record<Side, Readonly<Record<Control, string>>>>

/** What a person says of a document before it is recorded; '' where nothing is said. */
export interface Terms {
  readonly brokerName: string
  readonly portfolioId: string
  readonly settlementAccount: string
  /** By client account. */
  readonly clients: Readonly<
    Record<string, { readonly portfolioId: string; readonly settlementAccount: string }>
  >
  /** By the key of a contract. */
  readonly splits: Readonly<Record<string, readonly Part[]>>
  readonly changes: 'skip' | 'apply'
  readonly controls: TypedControls
  readonly controlReason: string
}

const NO_CONTROLS = { count: '', gross: '', fees: '', net: '' }

/** What is known of a document before anybody says anything: its broker, and whose its client accounts were last time or seem to be. */
export function termsOf({ broker, clients }: Pick<TradeDocumentDetail, 'broker' | 'clients'>): Terms {
  return {
    brokerName: broker ?? '',
    portfolioId: '',
    settlementAccount: '',
    clients: Object.fromEntries(
      clients.flatMap(({ clientAccount, proposed, ...said }) => {
        const { portfolio, settlementAccount } =
          said.portfolio === null && proposed !== null ? proposed : said
        return clientAccount === null
          ? []
          : [
              [
                clientAccount,
                {
                  portfolioId: portfolio?.code ?? '',
                  settlementAccount: settlementAccount === null ? '' : String(settlementAccount.id),
                },
              ],
            ]
      }),
    ),
    splits: {},
    changes: 'skip',
    controls: { purchases: NO_CONTROLS, sales: NO_CONTROLS },
    controlReason: '',
  }
}

/** The terms of an earlier recording, where its portfolios and accounts are still there. */
export function termsAgain(document: Parameters<typeof termsOf>[0], order: DocumentOrder): Terms {
  const first = termsOf(document)
  const typed = (side: Side) => {
    const figures = order.controlTotals?.[side] ?? NO_CONTROLS
    return Object.fromEntries(CONTROLS.map((name) => [name, figures[name] ?? ''])) as Record<Control, string>
  }
  return {
    brokerName: order.brokerName ?? first.brokerName,
    portfolioId: order.portfolioId ?? '',
    settlementAccount: order.settlementAccount ?? '',
    clients: {
      ...first.clients,
      ...Object.fromEntries(
        order.clients.map(({ clientAccount, portfolioId, settlementAccount }) => [
          clientAccount,
          { portfolioId, settlementAccount: settlementAccount ?? '' },
        ]),
      ),
    },
    splits: Object.fromEntries(order.splits.map(({ contract, parts }) => [contract, parts])),
    changes: order.changes,
    controls: { purchases: typed('purchases'), sales: typed('sales') },
    controlReason: order.controlReason ?? '',
  }
}

/** The contracts that have one of these lines. */
export function contractsWith(
  lines: readonly DocumentLineAnswer[],
  named: readonly number[],
): ReadonlySet<string> {
  const wanted = new Set<number | null>(named)
  return new Set(lines.filter(({ id }) => wanted.has(id)).map(({ contract, id }) => contract ?? String(id)))
}

/** Whether a contract can be ticked: what the books have already stays as it is, unless changes are asked for. */
export const canChoose = (
  { state }: Pick<ContractLines, 'state'>,
  { changes }: Pick<Terms, 'changes'>,
): boolean => state === 'new' || state === 'undecided' || (state === 'differs' && changes === 'apply')

/** What is ticked while nobody has chosen: everything that needs no decision. */
export const chosenAtFirst = (
  contracts: readonly ContractLines[],
  terms: Pick<Terms, 'changes'>,
): Set<string> =>
  new Set(
    contracts
      .filter((contract) => canChoose(contract, terms) && contract.state !== 'undecided')
      .map(({ key }) => key),
  )

/**
 * What is sent to record the chosen contracts. Without `except` and with everything ticked that needs no decision no lines are
 * named: the server then takes all that are new.
 */
export function bodyOf(
  terms: Terms,
  contracts: readonly ContractLines[],
  chosen: ReadonlySet<string>,
  except: ReadonlySet<number> = new Set(),
) {
  const { brokerName, portfolioId, settlementAccount, changes, controlReason } = terms
  const wanted = contracts.filter(
    (contract) => chosen.has(contract.key) && canChoose(contract, terms) && !except.has(contract.line),
  )
  const all = chosenAtFirst(contracts, terms)
  const isAll = wanted.length === all.size && wanted.every(({ key }) => all.has(key))
  const isTyped = (side: Side) => CONTROLS.some((name) => terms.controls[side][name] !== '')
  const typed = (side: Side) => (isTyped(side) ? figuresOf(terms.controls[side]) : null)
  const splits = wanted.flatMap(({ key, line }) => {
    const parts = terms.splits[key]
    return parts === undefined ? [] : [{ line, parts: parts.map((part) => ({ ...part })) }]
  })
  return {
    brokerName: orNull(brokerName.trim()),
    portfolioId: orNull(portfolioId),
    portfolio: null,
    settlementAccount: orNull(settlementAccount),
    clients: Object.entries(terms.clients)
      .filter(([, client]) => client.portfolioId !== '')
      .map(([clientAccount, client]) => ({
        clientAccount,
        portfolioId: client.portfolioId,
        settlementAccount: orNull(client.settlementAccount),
      })),
    lines: isAll ? null : wanted.map(({ line }) => line),
    splits,
    changes,
    controlTotals: SIDES.some(isTyped) ? { purchases: typed('purchases'), sales: typed('sales') } : null,
    controlReason: orNull(controlReason.trim()),
    costOfFunds: null,
  }
}
const orNull = (text: string) => (text === '' ? null : text)
const figuresOf = ({ count, gross, fees, net }: Readonly<Record<Control, string>>) => ({
  count: orNull(count),
  gross: orNull(gross),
  fees: orNull(fees),
  net: orNull(net),
})
/** Why the parts of a split cannot be; null where they are the contract. */
export function splitFault(parts: readonly Part[], quantity: number): string | null {
  if (parts.some((part) => part.portfolioId === '')) return 'Choose a portfolio for each part.'
  if (new Set(parts.map((part) => part.portfolioId)).size < parts.length)
    return 'A portfolio can be named once.'
  if (parts.some((part) => !/^[1-9]\d*$/.test(part.quantity))) return 'Enter whole shares for each part.'
  const sum = Number(sumOf(parts.map((part) => part.quantity)))
  if (sum === quantity) return null
  const apart = Math.abs(sum - quantity).toLocaleString('en-US')
  return sum < quantity ? `${apart} shares are still to be given.` : `The parts are ${apart} shares too many.`
}

/** A control total that the lines do not come to: rupees, or a number of fills. */
export interface ControlApart {
  readonly side: Side | 'document'
  readonly total: Control
  readonly stated: number
  readonly found: number
}

/** Where the document's own totals, or those typed, are not what the lines come to. What is no number is not compared. */
export function controlsApart(
  { totals, statedTotals }: Pick<TradeDocumentDetail, 'totals' | 'statedTotals'>,
  { controls }: Pick<Terms, 'controls'>,
): ControlApart[] {
  const apart: ControlApart[] = []
  const compare = (side: ControlApart['side'], total: Control, stated: number | null, found: number) => {
    if (stated === null || Number.isNaN(stated) || sumOf([stated, -found]).match(/[1-9]/) === null) return
    if (!apart.some((one) => one.side === side && one.total === total && one.stated === stated))
      apart.push({ side, total, stated, found })
  }
  for (const side of SIDES) {
    for (const total of CONTROLS) {
      compare(side, total, statedTotals?.[side]?.[total] ?? null, totals[side][total])
      const typed = controls[side][total]
      compare(side, total, typed === '' ? null : Number(typed), totals[side][total])
    }
  }
  compare('document', 'count', statedTotals?.count ?? null, totals.purchases.count + totals.sales.count)
  compare('document', 'net', statedTotals?.net ?? null, totals.net)
  return apart
}
