/** A trade's form in tests: what the server answers to every one, and how a person fills it in. */
import type { Figures } from '@em/contract/trades/trade-preview'
import type { StartValues } from '@em/contract/trades/trades'
import { screen } from '@testing-library/react'
import { type Asked, network, usual } from '../../../testing/network.ts'
import type { show } from '../../../testing/page.tsx'

/** The fees of 1,000,000.00 at the ordinary tariff, in rupees. */
export const FIGURES: Figures = {
  grossValue: 1_000_000,
  brokerage: 6400,
  cseFees: 840,
  cdsFees: 120,
  clearingFees: 120,
  sec: 720,
  stl: 3000,
  totalFees: 11_200,
  netValue: 1_011_200,
  stepUp: null,
  moneyGenerationCost: 252.11,
}

/** Of a person who has recorded nothing, where there is more than one portfolio and account. */
export const NO_TRADE_YET: StartValues = {
  last_deal: null,
  portfolio: null,
  broker_name: null,
  account: null,
  cost_of_funds: null,
  trade_date: null,
  settlement_date: null,
}

export const isPreview = (asked: Asked) => asked.path.includes('dryRun')

/** The server as the form of a side asks it, with `answers` of its own; deal numbers count up. */
export function tradeServer(side: 'BUY' | 'SELL', answers: Parameters<typeof network>[0]): Asked[] {
  let deals = 0
  return network({
    ...usual,
    'GET /transaction-entries/deal-number': () => ({
      body: { deal_number: `${side}-${++deals}`, trade_date: '2026-11-20', settlement_date: '2026-11-25' },
    }),
    'GET /transaction-entries/start-values': { body: NO_TRADE_YET },
    'GET /trades': { body: [] },
    'GET /cost-of-funds': ({ path }) => ({
      body: path.endsWith('asOf=2026-11-20') ? [{ after_tax_cost_of_funds: 9.1 }] : [],
    }),
    'GET /accounts/by-payment-method/Cheque': {
      body: [
        {
          id: 5,
          account_name: 'Cheque account',
          account_number: '77001122',
          bank_name: 'Sampath Bank',
          branch_name: 'Nugegoda',
        },
      ],
    },
    ...answers,
  })
}

export type User = ReturnType<typeof show>['user']
export const field = (name: RegExp) => screen.findByLabelText<HTMLInputElement>(name, { selector: 'input' })
export const company = () => screen.findByLabelText(/^Company Name/, { selector: 'button' })
/** Chooses from the list that opens under a field. */
export const choose = async (user: User, name: RegExp, option: RegExp) => {
  await user.click(await field(name))
  await user.click(await screen.findByRole('option', { name: option }))
}
export const press = async (user: User, name: string) =>
  user.click(await screen.findByRole('button', { name }))
