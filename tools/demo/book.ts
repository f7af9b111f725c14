/**
 * The contents of the demo book: portfolios, banks, brokers, capital and the cost of funds. All people and
 * funds are made up.
 */

/** The day on which the demo book ends, its today: a Thursday on which the exchange trades. */
export const DEMO_TODAY = '2026-11-19'

/** Who enters the book and signs in by *Look around*: the administrator. */
export const DEMO_USER = {
  first_name: 'Demo',
  last_name: 'User',
  email: 'demo@example.lk',
  password: 'demo-book',
} as const

export const PORTFOLIOS = [
  {
    portfolioId: 'MGF',
    portfolioName: 'Mahaweli Growth Fund',
    portfolioType: 'Equity Portfolio',
    entity: 'Mahaweli Asset Management (Pvt) Ltd',
    fundManager: 'Nimali Fernando',
    baseCurrency: 'LKR',
    benchmark: 'S&P SL20',
    startDate: '2024-11-01',
    status: 'Active',
    riskProfile: 'Aggressive',
    investmentHorizon: 'Long Term (>5 years)',
    valuationMethod: 'Mark to Market',
    accountingTreatment: 'FVTPL',
    rebalancingFrequency: 'Quarterly',
    tags: 'growth, listed equity',
  },
  {
    portfolioId: 'RRF',
    portfolioName: 'Ruhuna Retirement Fund',
    portfolioType: 'Mixed Portfolio',
    entity: 'Ruhuna Provident Society',
    fundManager: 'Ruwan Jayasuriya',
    baseCurrency: 'LKR',
    benchmark: 'ASPI',
    startDate: '2024-11-01',
    status: 'Active',
    riskProfile: 'Conservative',
    investmentHorizon: 'Long Term (>5 years)',
    valuationMethod: 'Fair Value',
    accountingTreatment: 'FVOCI',
    rebalancingFrequency: 'Annual',
    tags: 'pension, strategic holdings',
  },
  {
    portfolioId: 'KDT',
    portfolioName: 'Kandyan Dividend Trust',
    portfolioType: 'Equity Portfolio',
    entity: 'Ruhuna Provident Society',
    fundManager: 'Dilhani Wickramasinghe',
    baseCurrency: 'LKR',
    benchmark: 'ASPI',
    startDate: '2024-11-01',
    status: 'Active',
    riskProfile: 'Moderate',
    investmentHorizon: 'Medium Term (1-5 years)',
    valuationMethod: 'Mark to Market',
    accountingTreatment: 'FVTPL',
    rebalancingFrequency: 'Semi-Annual',
    tags: 'income',
  },
  {
    portfolioId: 'STB',
    portfolioName: 'Serendib Trading Book',
    portfolioType: 'Equity Portfolio',
    entity: 'Mahaweli Asset Management (Pvt) Ltd',
    fundManager: 'Suresh Kumaraswamy',
    baseCurrency: 'LKR',
    benchmark: 'S&P SL20',
    startDate: '2024-11-01',
    status: 'Active',
    riskProfile: 'Aggressive',
    investmentHorizon: 'Short Term (<1 year)',
    valuationMethod: 'Mark to Market',
    accountingTreatment: 'FVTPL',
    rebalancingFrequency: 'Daily',
    tags: 'proprietary',
  },
] as const
export type PortfolioCode = (typeof PORTFOLIOS)[number]['portfolioId']

export const COSTING_METHODS: Readonly<Record<PortfolioCode, 'WAP' | 'FIFO' | 'CHERRY'>> = {
  MGF: 'WAP',
  RRF: 'FIFO',
  KDT: 'CHERRY',
  STB: 'WAP',
}

export const STRATEGIES = [
  {
    portfolioId: 'MGF',
    strategy_id: 'GROWTH-20',
    strategy_type: 'Investment',
    entity_business_unit: 'Finance',
  },
  {
    portfolioId: 'RRF',
    strategy_id: 'CORE-HOLD',
    strategy_type: 'Investment',
    entity_business_unit: 'Finance',
  },
  { portfolioId: 'RRF', strategy_id: 'RESERVE', strategy_type: 'Liquidity', entity_business_unit: 'Finance' },
  { portfolioId: 'KDT', strategy_id: 'YIELD', strategy_type: 'Investment', entity_business_unit: 'Finance' },
  { portfolioId: 'STB', strategy_id: 'MOMENTUM', strategy_type: 'Trading', entity_business_unit: 'Finance' },
] as const

export const ACCOUNTS = [
  {
    payment_method: 'Bank Transfer',
    account_name: 'Custody Settlement',
    account_number: '1000 4471 2208',
    bank_name: 'Commercial Bank of Ceylon PLC',
    branch_name: 'Foreign Branch, Colombo 01',
    swift_code: 'CCEYLKLX',
    settles: 'by hand',
  },
  {
    payment_method: 'Online Banking',
    account_name: 'Trading Settlement',
    account_number: '0030 1055 7716',
    bank_name: 'Hatton National Bank PLC',
    branch_name: 'HNB Towers, Colombo 10',
    swift_code: 'HBLILKLX',
    settles: 'automatic',
  },
  {
    payment_method: 'Cheque',
    account_name: 'Trust Settlement',
    account_number: '0001 9300 5142',
    bank_name: 'Sampath Bank PLC',
    branch_name: 'Navam Mawatha, Colombo 02',
    swift_code: 'BSAMLKLX',
  },
  {
    payment_method: 'Cash',
    account_name: 'Small Deals',
    account_number: '0007 8812 0936',
    bank_name: 'Bank of Ceylon',
    branch_name: 'Corporate Branch, Colombo 01',
    swift_code: 'BCEYLKLX',
  },
] as const

/** Stock brokers of the exchange, with the beginning of the contract numbers that the demo gives them. */
export const BROKERS = [
  {
    name: 'John Keells Stock Brokers (Pvt) Ltd',
    code: 'JKSB',
    bank_name: 'Commercial Bank of Ceylon PLC',
    branch_name: 'Union Place',
    account_number: '1100 2231 8804',
    swift_code: 'CCEYLKLX',
  },
  {
    name: 'Asia Securities (Pvt) Ltd',
    code: 'ASEC',
    bank_name: 'Sampath Bank PLC',
    branch_name: 'Headquarters',
    account_number: '0029 6000 1177',
    swift_code: 'BSAMLKLX',
  },
  {
    name: 'CT CLSA Securities (Pvt) Ltd',
    code: 'CTCS',
    bank_name: 'Hatton National Bank PLC',
    branch_name: 'Head Office',
    account_number: '0030 1077 2290',
    swift_code: 'HBLILKLX',
  },
  {
    name: 'NDB Securities (Pvt) Ltd',
    code: 'NDBS',
    bank_name: 'National Development Bank PLC',
    branch_name: 'Nawam Mawatha',
    account_number: '1011 0003 4471',
    swift_code: 'NDBSLKLX',
  },
  {
    name: 'Acuity Stockbrokers (Pvt) Ltd',
    code: 'ACUI',
    bank_name: 'Hatton National Bank PLC',
    branch_name: 'Head Office',
    account_number: '0030 1081 6642',
    swift_code: 'HBLILKLX',
  },
  {
    name: 'Bartleet Religare Securities (Pvt) Ltd',
    code: 'BRSL',
    bank_name: 'Nations Trust Bank PLC',
    branch_name: 'Millennium House',
    account_number: '2001 0155 7730',
    swift_code: 'NTBCLKLX',
  },
  // Its bank details are missing: its payments are incomplete.
  { name: 'Softlogic Stockbrokers (Pvt) Ltd', code: 'SLSB' },
] as const

/** Cost of funds in percent before tax, by effective date: rates that fall with the country's policy rate. */
export const COST_OF_FUNDS = [
  { effectiveDate: '2024-07-25', costOfFunds: '11.25', taxRate: '30' },
  { effectiveDate: '2024-11-28', costOfFunds: '10.75', taxRate: '30' },
  { effectiveDate: '2025-02-03', costOfFunds: '10.25', taxRate: '30' },
  { effectiveDate: '2025-05-23', costOfFunds: '9.80', taxRate: '30' },
  { effectiveDate: '2025-09-01', costOfFunds: '9.50', taxRate: '30' },
  { effectiveDate: '2026-01-05', costOfFunds: '9.25', taxRate: '30' },
  { effectiveDate: '2026-04-06', costOfFunds: '9.10', taxRate: '30' },
  { effectiveDate: '2026-08-03', costOfFunds: '9.35', taxRate: '30' },
] as const

/**
 * The means of a portfolio's purchases: rupees paid in, the accounts it pays from (the first one mostly), how
 * many buys.
 */
export interface Mandate {
  readonly code: PortfolioCode
  /** Millions of rupees per settlement account, by the day they come in. */
  readonly capital: readonly { readonly date: string; readonly account: number; readonly millions: number }[]
  readonly buys: number
  readonly sells: number
  /** Of 100 sales so many let the whole holding go. */
  readonly exitPercent: number
  /** Buys of more than 100 million. */
  readonly largeBuys: number
  /** Symbols of which it buys most; it buys now and then of all others too. */
  readonly favourites: readonly string[]
}

/** The day before the first market day: capital is there before the first trade. */
const OPENING = '2024-11-20'

export const MANDATES: readonly Mandate[] = [
  {
    code: 'MGF',
    capital: [
      { date: OPENING, account: 0, millions: 1_100 },
      { date: OPENING, account: 1, millions: 200 },
      { date: '2025-06-02', account: 0, millions: 700 },
      { date: '2026-01-05', account: 0, millions: 600 },
    ],
    buys: 485,
    sells: 275,
    exitPercent: 3,
    largeBuys: 4,
    favourites: [
      'JKH.N0000',
      'COMB.N0000',
      'SAMP.N0000',
      'HAYL.N0000',
      'AEL.N0000',
      'ACL.N0000',
      'DIAL.N0000',
      'LOLC.N0000',
      'TJL.N0000',
      'WIND.N0000',
      'HBS.N0000',
      'TKYO.N0000',
      'LIOC.N0000',
    ],
  },
  {
    code: 'RRF',
    capital: [
      { date: OPENING, account: 0, millions: 1_500 },
      { date: '2025-04-02', account: 0, millions: 900 },
      { date: '2025-12-01', account: 0, millions: 800 },
      { date: '2026-07-01', account: 0, millions: 500 },
    ],
    buys: 350,
    sells: 125,
    exitPercent: 2,
    largeBuys: 9,
    favourites: [
      'HNB.N0000',
      'COMB.N0000',
      'JKH.N0000',
      'CTC.N0000',
      'MELS.N0000',
      'CINS.N0000',
      'SLTL.N0000',
      'CARG.N0000',
      'LHCL.N0000',
      'SPEN.N0000',
    ],
  },
  {
    code: 'KDT',
    capital: [
      { date: OPENING, account: 2, millions: 360 },
      { date: '2025-07-01', account: 2, millions: 260 },
      { date: '2026-03-03', account: 2, millions: 220 },
    ],
    buys: 340,
    sells: 210,
    exitPercent: 3,
    largeBuys: 0,
    favourites: [
      'NTB.N0000',
      'LFIN.N0000',
      'CFIN.N0000',
      'PLC.N0000',
      'LLUB.N0000',
      'DIST.N0000',
      'HHL.N0000',
      'SUN.N0000',
      'OSEA.N0000',
      'VLL.N0000',
      'DIPD.N0000',
    ],
  },
  {
    code: 'STB',
    capital: [
      { date: OPENING, account: 1, millions: 180 },
      { date: OPENING, account: 3, millions: 6 },
      { date: '2025-08-01', account: 1, millions: 140 },
      { date: '2026-05-04', account: 1, millions: 120 },
    ],
    buys: 380,
    sells: 300,
    exitPercent: 9,
    largeBuys: 0,
    favourites: [
      'BIL.N0000',
      'AGST.N0000',
      'AGST.X0000',
      'SINS.N0000',
      'PACK.N0000',
      'ODEL.N0000',
      'RCL.N0000',
      'KHL.N0000',
      'AAIC.N0000',
      'BPPL.N0000',
      'CIC.N0000',
      'HBS.N0000',
    ],
  },
]
