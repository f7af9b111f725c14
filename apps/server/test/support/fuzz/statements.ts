/**
 * Statements in the formats of banks. A line of a changed file is read rightly or named: an amount that was read is in the file, and an
 * unchanged entry is read as in the whole file, or the reading has a warning of it.
 */
import { isPlainDate } from '@em/core/values/dates'
import { read as readBank } from '../../../src/features/reconciliation/files/statement-reader.ts'
import { textOfBytes } from '../../../src/platform/file-readers/text.ts'
import { CHANGES, TEXT_CHANGES } from './changes.ts'
import { plainNumeral } from './held.ts'
import type { FuzzedKind } from './kind.ts'

const ASKED = {
  fileName: '',
  sheet: null,
  part: null,
  mapping: null,
  remembered: null,
  balanceIs: 'in',
  balanceFromLines: false,
} as const

interface Format {
  readonly head: string
  /** The entries: each a text of its own, of an amount and a day that no other has. */
  readonly entries: readonly string[]
  readonly foot: string
}
type Line = Awaited<ReturnType<typeof readBank>>['lines'][number]
const keyOf = ({ date, debit, credit, description }: Line) => [date, debit, credit, description].join(' | ')
/** Whether a line is another as it was, of which a changed line below may have become text. */
const isStill = (line: Line, whole: Line) =>
  line.date === whole.date &&
  line.debit === whole.debit &&
  line.credit === whole.credit &&
  (line.description ?? '').includes(whole.description ?? '')

/** The numbers of a text by either decimal mark. */
function numbersIn(text: string): ReadonlySet<string> {
  const found = text.match(/\d+(?:[.,]\d*)?|[.,]\d+/g) ?? []
  return new Set(found.map((one) => plainNumeral(one.replace(',', '.'))))
}

function kindOf({ head, entries, foot }: Format): FuzzedKind {
  const whole = head + entries.join('') + foot
  let before: readonly Line[] | undefined
  return {
    whole: async () => Buffer.from(whole),
    changes: [...CHANGES, ...CHANGES, ...TEXT_CHANGES],
    judge: async (bytes) => {
      before ??= (await readBank(Buffer.from(whole), ASKED)).lines
      if (before.length !== entries.length) throw new Error('The whole file is not read.')
      const { lines, questions, problemCount, warnings } = await readBank(bytes, ASKED)
      if (questions.length > 0) return null
      const text = textOfBytes(bytes, { damaged: true }) ?? ''
      // Blanks may group digits.
      const held = numbersIn(`${text} ${text.replaceAll(/(?<=\d)\s(?=\d{3})/g, '')}`)
      for (const line of lines) {
        const amount = String(line.debit - line.credit)
        if (!isPlainDate(line.date)) return `the day of ${keyOf(line)}`
        if (!held.has(plainNumeral(amount))) return `${amount} is not in the file: ${keyOf(line)}`
        if (!(line.description ?? '').isWellFormed()) return `the text of ${keyOf(line)}`
      }
      if (problemCount > 0 || warnings.length > 0) return null
      const lost = before.find(
        (one, at) => text.includes(`\n${entries[at]}`) && !lines.some((line) => isStill(line, one)),
      )
      return lost === undefined ? null : `an entry that was not changed is lost: ${keyOf(lost)}`
    },
  }
}

const ofx = (day: string, amount: string, name: string) =>
  `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${day}<TRNAMT>${amount}<FITID>F${day}<NAME>${name}</STMTTRN>\n`
const camt = (day: string, amount: string, side: string, text: string) =>
  `<Ntry><Amt Ccy="LKR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt><NtryDtls><TxDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n`
const balance = (code: string, amount: string, day: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="LKR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`

export const STATEMENTS = {
  ofx: kindOf({
    head: 'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>LKR<BANKACCTFROM><BANKID>7010<ACCTID>7001<ACCTTYPE>CHECKING</BANKACCTFROM>\n<BANKTRANLIST><DTSTART>20260601<DTEND>20260630\n',
    entries: [
      ofx('20260603', '1500.50', 'Fort deposit'),
      ofx('20260610', '-12.75', 'Fee'),
      ofx('20260615', '-2000.25', 'Cheque'),
      ofx('20260619', '876.54', 'Dividend'),
    ],
    foot: '</BANKTRANLIST><LEDGERBAL><BALAMT>10364.04<DTASOF>20260630</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n',
  }),
  mt940: kindOf({
    head: ':20:STMT260630\n:25:7001\n:28C:6/1\n:60F:C260531LKR10000,00\n',
    entries: [
      ':61:2606030603C1500,50NTRFD-1//20260603-1\n:86:Deposit Fort branch\n',
      ':61:2606100610D12,75NCHGD-2//20260610-2\n:86:Fee of the month\n',
      ':61:2606150615D2000,25NCHK000123//20260615-3\n:86:Cheque paid\n',
      ':61:2606190619C876,54NTRFD-4//20260619-4\n:86:Dividend\n',
    ],
    foot: ':62F:C260630LKR10364,04\n-',
  }),
  camt: kindOf({
    head: `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr><Stmt><Id>S1</Id><Acct><Id><Othr><Id>7001</Id></Othr></Id><Ccy>LKR</Ccy></Acct>${balance('OPBD', '10000.00', '2026-06-01')}${balance('CLBD', '10364.04', '2026-06-30')}\n`,
    entries: [
      camt('2026-06-03', '1500.50', 'CRDT', 'Fort deposit'),
      camt('2026-06-10', '12.75', 'DBIT', 'Fee'),
      camt('2026-06-15', '2000.25', 'DBIT', 'Cheque'),
      camt('2026-06-19', '876.54', 'CRDT', 'Dividend'),
    ],
    foot: '</Stmt></BkToCstmrStmt></Document>\n',
  }),
} as const satisfies Readonly<Record<string, FuzzedKind>>
