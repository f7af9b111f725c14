/**
 * Companies of the Colombo Stock Exchange as the demo book knows them: symbols, names and industry groups are real;
 * the price is a past one of theirs, on which the made-up two years end.
 */

/** The exchange's industry groups (GICS) in the words of the Equity Master. */
const SECTOR_OF_GROUP = {
  EGY: 'Energy',
  MAT: 'Manufacturing',
  CG: 'Construction & Engineering',
  'A&C': 'Manufacturing',
  CDA: 'Manufacturing',
  CS: 'Hospitality & Tourism',
  RET: 'Retail & Trading',
  FSR: 'Retail & Trading',
  FBT: 'Consumer Goods',
  HPP: 'Consumer Goods',
  HES: 'Healthcare',
  BNK: 'Financial Services',
  DF: 'Financial Services',
  INS: 'Financial Services',
  'S&S': 'Technology',
  TEL: 'Telecommunications',
  UTI: 'Utilities',
  RE: 'Real Estate & Property Development',
} as const

export interface Company {
  readonly symbol: string
  readonly name: string
  /** One of the Equity Master's sectors. */
  readonly sector: string
  /** Price at the end of the demo, in cents. */
  readonly lastPrice: number
  /** Among the shares that change hands most. */
  readonly isLiquid: boolean
}

const LIQUID: ReadonlySet<string> = new Set(
  'JKH COMB SAMP HNB LOLC DIAL HAYL MELS AEL LIOC SPEN BIL NDB TJL TKYO'.split(' '),
)

/** `sector` where the group's sector would mislead: conglomerates, investment companies, plantations. */
function company(
  symbol: string,
  name: string,
  group: keyof typeof SECTOR_OF_GROUP,
  price: string,
  sector: string = SECTOR_OF_GROUP[group],
): Company {
  return {
    symbol,
    name,
    sector,
    lastPrice: Number(price.replace('.', '')),
    isLiquid: LIQUID.has(symbol.split('.')[0] ?? ''),
  }
}

export const COMPANIES: readonly Company[] = [
  company('JKH.N0000', 'John Keells Holdings PLC', 'CG', '20.00', 'Investment Trusts & Holdings'),
  company('SPEN.N0000', 'Aitken Spence PLC', 'CG', '145.50', 'Investment Trusts & Holdings'),
  company('HAYL.N0000', 'Hayleys PLC', 'CG', '71.90', 'Investment Trusts & Holdings'),
  company('AEL.N0000', 'Access Engineering PLC', 'CG', '76.90'),
  company('ACL.N0000', 'ACL Cables PLC', 'CG', '96.70', 'Manufacturing'),
  company('BRWN.N0000', 'Brown & Company PLC', 'CG', '145.75', 'Investment Trusts & Holdings'),
  company('HHL.N0000', 'Hemas Holdings PLC', 'CG', '58.80', 'Investment Trusts & Holdings'),
  company('RCL.N0000', 'Royal Ceramics Lanka PLC', 'CG', '28.00', 'Manufacturing'),
  company('COMB.N0000', 'Commercial Bank of Ceylon PLC', 'BNK', '201.25'),
  company('HNB.N0000', 'Hatton National Bank PLC', 'BNK', '390.00'),
  company('SAMP.N0000', 'Sampath Bank PLC', 'BNK', '137.00'),
  company('NDB.N0000', 'National Development Bank PLC', 'BNK', '41.20'),
  company('DFCC.N0000', 'DFCC Bank PLC', 'BNK', '40.80'),
  company('NTB.N0000', 'Nations Trust Bank PLC', 'BNK', '55.20'),
  company('LOLC.N0000', 'LOLC Holdings PLC', 'DF', '546.50', 'Investment Trusts & Holdings'),
  company('LFIN.N0000', 'LB Finance PLC', 'DF', '46.80'),
  company('CFIN.N0000', 'Central Finance Company PLC', 'DF', '68.10'),
  company('PLC.N0000', "People's Leasing & Finance PLC", 'DF', '6.80'),
  company(
    'GUAR.N0000',
    'Ceylon Guardian Investment Trust PLC',
    'DF',
    '227.00',
    'Investment Trusts & Holdings',
  ),
  company('AAIC.N0000', 'Softlogic Life Insurance PLC', 'INS', '84.00'),
  company('CINS.N0000', 'Ceylinco Holdings PLC', 'INS', '2060.00', 'Investment Trusts & Holdings'),
  company('HASU.N0000', 'HNB Assurance PLC', 'INS', '50.50'),
  company('DIAL.N0000', 'Dialog Axiata PLC', 'TEL', '44.20'),
  company('SLTL.N0000', 'Sri Lanka Telecom PLC', 'TEL', '66.80'),
  company('LIOC.N0000', 'Lanka IOC PLC', 'EGY', '137.00'),
  company('CTC.N0000', 'Ceylon Tobacco Company PLC', 'FBT', '666.00'),
  company('MELS.N0000', 'Melstacorp PLC', 'FBT', '54.00', 'Investment Trusts & Holdings'),
  company('DIST.N0000', 'Distilleries Company of Sri Lanka PLC', 'FBT', '14.80'),
  company('LION.N0000', 'Lion Brewery (Ceylon) PLC', 'FBT', '599.50'),
  company('CCS.N0000', 'Ceylon Cold Stores PLC', 'FBT', '124.50'),
  company('WATA.N0000', 'Watawala Plantations PLC', 'FBT', '48.80', 'Plantations/Agriculture'),
  company('BOPL.N0000', 'Bogawantalawa Tea Estates PLC', 'FBT', '69.50', 'Plantations/Agriculture'),
  company('AGPL.N0000', 'Agarapatana Plantations PLC', 'FBT', '15.40', 'Plantations/Agriculture'),
  company('SUN.N0000', 'Sunshine Holdings PLC', 'FBT', '36.10'),
  company('BIL.N0000', 'Browns Investments PLC', 'FBT', '6.40', 'Investment Trusts & Holdings'),
  company('CARG.N0000', 'Cargills (Ceylon) PLC', 'FSR', '229.75'),
  company('CIC.N0000', 'CIC Holdings PLC', 'MAT', '30.00'),
  company('HAYC.N0000', 'Haycarb PLC', 'MAT', '176.00'),
  company('DIPD.N0000', 'Dipped Products PLC', 'MAT', '62.40'),
  company('TKYO.N0000', 'Tokyo Cement Company (Lanka) PLC', 'MAT', '114.00'),
  company('LLUB.N0000', 'Chevron Lubricants Lanka PLC', 'MAT', '105.25'),
  company('AGST.N0000', 'Agstar PLC', 'MAT', '11.20'),
  company('AGST.X0000', 'Agstar PLC', 'MAT', '11.40'),
  company('PACK.N0000', 'Ex-Pack Corrugated Cartons PLC', 'MAT', '12.40'),
  company('ABAN.N0000', 'Abans Electricals PLC', 'CDA', '1144.25', 'Retail & Trading'),
  company('TJL.N0000', 'Teejay Lanka PLC', 'CDA', '30.50'),
  company('SINS.N0000', 'Singer (Sri Lanka) PLC', 'RET', '9.20'),
  company('UML.N0000', 'United Motors Lanka PLC', 'RET', '63.50'),
  company('ODEL.N0000', 'ODEL PLC', 'RET', '11.30'),
  company('TYRE.N0000', 'Kelani Tyres PLC', 'A&C', '57.80'),
  company('AHUN.N0000', 'Aitken Spence Hotel Holdings PLC', 'CS', '90.00'),
  company('KHL.N0000', 'John Keells Hotels PLC', 'CS', '17.50'),
  company('ASIR.N0000', 'Asiri Hospital Holdings PLC', 'HES', '37.00'),
  company('LHCL.N0000', 'The Lanka Hospitals Corporation PLC', 'HES', '110.50'),
  company('CTLD.N0000', 'CT Land Development PLC', 'RE', '36.20'),
  company('OSEA.N0000', 'Overseas Realty (Ceylon) PLC', 'RE', '14.90'),
  company('VLL.N0000', 'Vidullanka PLC', 'UTI', '21.90'),
  company('WIND.N0000', 'Windforce PLC', 'UTI', '15.60'),
  company('HBS.N0000', 'hSenid Business Solutions PLC', 'S&S', '16.80'),
  company('BPPL.N0000', 'BPPL Holdings PLC', 'HPP', '23.00'),
]
