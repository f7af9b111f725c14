import { checkIsin } from '@em/core/securities/symbol'
import { z } from 'zod'
import { defineRegister, options, pageQuery } from '../kit/register.ts'
import { route } from '../kit/route.ts'

export const SECTORS = [
  'Technology',
  'Healthcare',
  'Financial Services',
  'Consumer Goods',
  'Energy',
  'Construction & Engineering',
  'Manufacturing',
  'Telecommunications',
  'Transportation',
  'Real Estate & Property Development',
  'Retail & Trading',
  'Investment Trusts & Holdings',
  'Utilities',
  'Hospitality & Tourism',
  'Plantations/Agriculture',
  'Other',
] as const

const ISIN_REMARKS = {
  ok: null,
  'wrong-length': 'An ISIN has 12 characters.',
  'wrong-form': 'An ISIN has two letters, nine letters or digits and a check digit.',
  'wrong-check-digit': 'The check digit of this ISIN is not right.',
} as const

/** A warning only: some ISINs in use have a wrong check digit. */
export function isinRemark(isin: string): string | null {
  return ISIN_REMARKS[checkIsin(isin.trim().toUpperCase())]
}

/** Equity Master: the securities that can be traded. */
export const equities = defineRegister({
  word: 'equities',
  singular: 'Equity',
  plural: 'Equities',
  path: '/equities',
  rights: { read: 'registers.read', change: 'registers.change', of: 'all portfolios' },
  unique: [['symbol']],
  taken: 'Ticker Symbol "{symbol}" already exists. Please use a different symbol.',
  search: ['name', 'symbol', 'isin', 'sector', 'formerly'],
  fields: [
    { name: 'name', alias: 'companyName', label: 'Company Name', kind: 'text', required: true },
    {
      name: 'symbol',
      alias: 'tickerSymbol',
      label: 'Ticker Symbol',
      kind: 'text',
      required: true,
      max: 20,
      upperCase: true,
      help: 'As the exchange writes it, like JKH.N0000',
    },
    { name: 'isin', label: 'ISIN', kind: 'text', max: 12, upperCase: true, remark: isinRemark },
    { name: 'sector', label: 'Sector', kind: 'select', options: options(...SECTORS), dated: true },
    {
      name: 'market',
      label: 'Market',
      kind: 'text',
      initial: 'Colombo Stock Exchange',
      fallback: 'Colombo Stock Exchange',
      readOnly: true,
      detail: true,
    },
    {
      name: 'country',
      label: 'Country',
      kind: 'text',
      initial: 'Sri Lanka',
      fallback: 'Sri Lanka',
      readOnly: true,
      detail: true,
    },
    {
      name: 'currency',
      label: 'Currency',
      kind: 'text',
      initial: 'LKR',
      fallback: 'LKR',
      readOnly: true,
      max: 3,
      detail: true,
    },
    { name: 'isActive', label: 'Active', kind: 'boolean', initial: true },
    {
      name: 'issuer',
      label: 'Issuer',
      kind: 'text',
      max: 20,
      upperCase: true,
      dated: true,
      derived: true,
      detail: true,
      section: 'Issuer and Votes',
      help: 'Empty: the code before the dot of the symbol, so that JKH.N0000 and JKH.R0000 are of one issuer',
    },
    {
      name: 'issuerGroup',
      label: 'Issuer Group',
      kind: 'text',
      max: 100,
      dated: true,
      detail: true,
      section: 'Issuer and Votes',
      help: 'Issuers that are limited together, like a holding company and its listed subsidiaries',
    },
    {
      name: 'board',
      label: 'Board',
      kind: 'text',
      max: 50,
      dated: true,
      detail: true,
      section: 'Issuer and Votes',
      help: 'The board of the exchange that it is listed on',
    },
    {
      name: 'votesPerShare',
      label: 'Votes per Share',
      kind: 'integer',
      upper: '1000',
      dated: true,
      derived: true,
      detail: true,
      section: 'Issuer and Votes',
      help: 'Empty: 1 for voting shares (N), 0 for all others',
    },
    {
      name: 'formerly',
      label: 'Formerly',
      kind: 'text',
      computed: true,
      detail: true,
      help: 'What it was called before a change of identity, and until when',
    },
    { name: 'notes', label: 'Notes', kind: 'longtext', detail: true },
  ],
})

export const activeEquities = route({
  name: 'equities.active',
  needs: 'registers.read',
  load: 'list',
  method: 'GET',
  path: '/equities/active',
  tag: 'Equities',
  summary: 'The active equities, for pickers, by name',
  query: pageQuery,
  reply: z.array(equities.record),
})

export const checkSymbol = route({
  name: 'equities.check-symbol',
  needs: 'registers.read',
  load: 'light',
  method: 'GET',
  path: '/equities/check-symbol/:symbol',
  tag: 'Equities',
  summary: 'Whether a ticker symbol is taken, without regard to case',
  params: z.object({ symbol: z.string().min(1).max(50) }),
  reply: z.object({ exists: z.boolean() }),
})
