/** Messages of custodians for tests, the samples to try out, and measurements. */

export interface SampleHolding {
  /** The place of safekeeping, of semt.002. */
  readonly safekeeping?: string
  readonly isin: string
  readonly text?: string
  readonly aggregate?: number
  readonly available?: number
  readonly parts?: Readonly<Record<string, number>>
}
export interface SampleStatement {
  readonly account: string
  readonly date: string
  readonly basis?: 'SETT' | 'TRAD' | null
  readonly page?: string
  readonly reference?: string
  readonly code?: string
  /** The reference of the statement that it cancels. */
  readonly cancels?: string
  readonly holdings: readonly SampleHolding[]
}

/** 35B: by ISIN, or by what describes it alone. */
const securityLines = ({ isin, text }: { readonly isin: string; readonly text?: string }) =>
  isin === '' ? [`:35B:${text ?? ''}`] : [`:35B:ISIN ${isin}`, ...(text === undefined ? [] : [text])]

const securityXml = ({ isin, text }: { readonly isin: string; readonly text?: string }) =>
  `${isin === '' ? '' : `<ISIN>${isin}</ISIN>`}${text === undefined ? '' : `<Desc><![CDATA[${text}]]></Desc>`}`

const plain = (date: string) => date.replaceAll('-', '')
const balances = ({ aggregate, available }: SampleHolding) => [
  ...(aggregate === undefined ? [] : [`:93B::AGGR//UNIT/${aggregate},`]),
  ...(available === undefined ? [] : [`:93B::AVAI//UNIT/${available},`]),
]

/** Block 4 alone. */
export function mt535(of: SampleStatement): string {
  const { account, date, basis = 'SETT', page = '1/ONLY', reference = `H${plain(date)}`, code = 'COMP' } = of
  return [
    ':16R:GENL',
    `:28E:${page}`,
    `:20C::SEME//${reference}`,
    of.cancels === undefined ? ':23G:NEWM' : ':23G:CANC',
    `:98A::STAT//${plain(date)}`,
    ':22F::SFRE//DAIL',
    `:22F::CODE//${code}`,
    ':22F::STTY//CUST',
    ...(basis === null ? [] : [`:22F::STBA//${basis}`]),
    `:97A::SAFE//${account}`,
    ':17B::ACTI//Y',
    ':17B::CONS//N',
    ...(of.cancels === undefined ? [] : [':16R:LINK', `:20C::PREV//${of.cancels}`, ':16S:LINK']),
    ':16S:GENL',
    ':16R:SUBSAFE',
    ...of.holdings.flatMap((one) => [
      ':16R:FIN',
      ...securityLines(one),
      ...balances(one),
      ...Object.entries(one.parts ?? {}).flatMap(([name, shares]) => [
        ':16R:SUBBAL',
        `:93C::${name}//UNIT/NAVL/${shares},`,
        ':16S:SUBBAL',
      ]),
      ':16S:FIN',
    ]),
    ':16S:SUBSAFE',
  ].join('\r\n')
}

/** With the blocks around it. */
export const finBlocks = (type: string, block4: string): string =>
  `{1:F01CUSTLKLXAXXX0000000000}{2:O${type}1200260331CUSTLKLXAXXX00000000002603311200N}{4:\r\n${block4}\r\n-}{5:{CHK:123456789ABC}}`

export interface SampleConfirmation {
  /** 544 to 547. */
  readonly type?: string
  readonly account: string
  /** Of the message. */
  readonly reference: string
  /** The custodian's own number of the settlement, which its parts share. */
  readonly transaction?: string
  readonly ours?: string
  readonly isin: string
  readonly text?: string
  readonly quantity: number
  readonly before?: number
  readonly remaining?: number
  /** As 20224,00 */
  readonly amount?: string
  readonly currency?: string
  readonly date: string
  /** NEWM; CANC and RVSL take back the confirmation of `cancels`. */
  readonly function?: string
  readonly cancels?: string
}

export function mt54x(of: SampleConfirmation): string {
  const { type = '545', account, reference, ours, currency = 'LKR', function: what = 'NEWM' } = of
  const receives = type === '544' || type === '545'
  return [
    ':16R:GENL',
    `:20C::SEME//${reference}`,
    `:23G:${what}`,
    ...(of.cancels === undefined ? [] : [':16R:LINK', `:20C::PREV//${of.cancels}`, ':16S:LINK']),
    ...(ours === undefined ? [] : [':16R:LINK', `:20C::RELA//${ours}`, ':16S:LINK']),
    ':16S:GENL',
    ':16R:TRADDET',
    `:98A::ESET//${plain(of.date)}`,
    ...securityLines(of),
    ':16S:TRADDET',
    ':16R:FIAC',
    `:36B::ESTT//UNIT/${of.quantity},`,
    ...(of.before === undefined ? [] : [`:36B::PSTT//UNIT/${of.before},`]),
    ...(of.remaining === undefined ? [] : [`:36B::RSTT//UNIT/${of.remaining},`]),
    `:97A::SAFE//${account}`,
    ':16S:FIAC',
    ':16R:SETDET',
    ':22F::SETR//TRAD',
    ':16R:SETPRTY',
    `:95P::${receives ? 'DEAG' : 'REAG'}//BROKLKLX`,
    ':16S:SETPRTY',
    ...(of.amount === undefined ? [] : [':16R:AMT', `:19A::ESTT//${currency}${of.amount}`, ':16S:AMT']),
    ':16S:SETDET',
  ].join('\r\n')
}

/** @param prefix of every element, such as `s:`; `around` wraps the document with its header. */
export function semt002(of: SampleStatement, prefix = '', version = '09'): string {
  const { account, date, basis = 'SETT', page = '1/ONLY', code = 'COMP' } = of
  const [number = '1', more] = page.split('/')
  const text = of.holdings
    .map(
      (one) =>
        `<BalForAcct><FinInstrmId>${securityXml(one)}</FinInstrmId>${
          one.aggregate === undefined
            ? ''
            : `<AggtBal><ShrtLngInd>LONG</ShrtLngInd><Qty><Qty><Qty><Unit>${one.aggregate}</Unit></Qty></Qty></Qty></AggtBal>`
        }${
          one.available === undefined
            ? ''
            : `<AvlblBal><Qty><Qty><Unit>${one.available}</Unit></Qty></Qty></AvlblBal>`
        }${
          one.safekeeping === undefined ? '' : `<SfkpgPlc><Id><Ctry>${one.safekeeping}</Ctry></Id></SfkpgPlc>`
        }${Object.entries(one.parts ?? {})
          .map(
            ([name, shares]) =>
              `<BalBrkdwn><SubBalTp><Cd>${name}</Cd></SubBalTp><Qty><Qty><Qty><Unit>${shares}</Unit></Qty></Qty></Qty></BalBrkdwn>`,
          )
          .join('')}</BalForAcct>`,
    )
    .join('\n')
  return prefixed(
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:semt.002.001.${version}"><SctiesBalCtdyRpt><Pgntn><PgNb>${number}</PgNb><LastPgInd>${more !== 'MORE'}</LastPgInd></Pgntn>
<StmtGnlDtls><StmtDtTm><Dt>${date}</Dt></StmtDtTm><Frqcy><Cd>DAIL</Cd></Frqcy><UpdTp><Cd>${code}</Cd></UpdTp>${
      basis === null ? '' : `<StmtBsis><Cd>${basis}</Cd></StmtBsis>`
    }<ActvtyInd>true</ActvtyInd><SubAcctInd>false</SubAcctInd></StmtGnlDtls><!-- a remark --><SfkpgAcct><Id>${account}</Id></SfkpgAcct>${text}</SctiesBalCtdyRpt></Document>`,
    prefix,
  )
}

/** With the business header around it, which has the message's reference. */
export const withHeader = (of: SampleConfirmation): string =>
  `<BizMsgEnvlp><AppHdr><BizMsgIdr>${of.reference}</BizMsgIdr><MsgDefIdr>sese.025.001.07</MsgDefIdr></AppHdr>${sese025(of)}</BizMsgEnvlp>`

/** The reversal of the confirmation `cancels`: the same with its reference. */
export const sese026 = (of: SampleConfirmation): string =>
  withHeader(of)
    .replaceAll('sese.025', 'sese.026')
    .replaceAll('SctiesSttlmTxConf', 'SctiesSttlmTxRvslAdvc')
    .replace('</TxIdDtls>', `</TxIdDtls><ConfRef><Id>${of.cancels ?? ''}</Id></ConfRef>`)

/** The document alone names the transaction, and no message. */
export function sese025(of: SampleConfirmation, prefix = ''): string {
  const { type = '545', currency = 'LKR', transaction = `SX${plain(of.date)}${of.isin.slice(4, 8)}` } = of
  const quantity = (name: string, shares: number | undefined) =>
    shares === undefined ? '' : `<${name}><Qty><Unit>${shares}</Unit></Qty></${name}>`
  return prefixed(
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:sese.025.001.07"><SctiesSttlmTxConf><TxIdDtls>${
      of.ours === undefined ? '' : `<AcctOwnrTxId>${of.ours}</AcctOwnrTxId>`
    }<AcctSvcrTxId>${transaction}</AcctSvcrTxId><SctiesMvmntTp>${
      type === '544' || type === '545' ? 'RECE' : 'DELI'
    }</SctiesMvmntTp><Pmt>${
      type === '544' || type === '546' ? 'FREE' : 'APMT'
    }</Pmt></TxIdDtls><TradDtls><FctvSttlmDt><Dt><Dt>${of.date}</Dt></Dt></FctvSttlmDt></TradDtls><FinInstrmId>${securityXml(of)}</FinInstrmId><QtyAndAcctDtls>${quantity('SttldQty', of.quantity)}${quantity(
      'PrevslySttldQty',
      of.before,
    )}${quantity('RmngToBeSttldQty', of.remaining)}<SfkpgAcct><Id>${
      of.account
    }</Id></SfkpgAcct></QtyAndAcctDtls><SttlmParams/>${
      of.amount === undefined
        ? ''
        : `<SttldAmt><Amt Ccy="${currency}">${of.amount.replace(',', '.')}</Amt><CdtDbtInd>DBIT</CdtDbtInd></SttldAmt>`
    }</SctiesSttlmTxConf></Document>`,
    prefix,
  )
}

const prefixed = (xml: string, prefix: string) =>
  prefix === ''
    ? xml
    : xml
        .replaceAll(/<(\/?)(?=[A-Za-z])/g, `<$1${prefix}`)
        .replace(' xmlns=', ` xmlns:${prefix.replace(':', '')}=`)
