/** A server that answers as the exchange does, also where it is broken, slow or silent. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Answering = (response: ServerResponse, call: string, request: IncomingMessage) => void

export interface ExchangeStub {
  /** For the setting PRICE_FEED_URL. */
  readonly url: string
  /** The calls received, with the milliseconds since the first. */
  readonly asked: { readonly call: string; readonly method: string; readonly at: number }[]
  /** Answers a call otherwise from now on; null as usual again; a function (`Answering`) writes its answer itself. */
  answer(call: string, answer: unknown): void
  close(): Promise<void>
}

/** Noon of a day in Colombo, as the exchange writes moments. */
export const noonOf = (day: string) => Date.parse(`${day}T12:00:00+05:30`)

/** A row of `tradeSummary`, as it was recorded in July 2026. */
export const accessEngineering = {
  id: 2065,
  name: 'ACCESS ENGINEERING PLC',
  symbol: 'AEL.N0000',
  logoUrl: 'upload_logo/AEL.jpg',
  quantity: 2000,
  percentageChange: 0.9186351706036745,
  change: 0.7,
  price: 76.9,
  previousClose: 76.2,
  high: 77.0,
  low: 76.0,
  open: 76.8,
  closingPrice: 76.9,
  lastTradedTime: 1784192023480,
  issueDate: '27/MAR/2012',
  turnover: 36660600.3,
  sharevolume: 481526,
  tradevolume: 81,
  marketCap: 76900000000.0,
  marketCapPercentage: 0.0,
  crossingVolume: 481526,
  crossingTradeVol: 81,
  status: 0,
}

/** A row of `approvedAnnouncement`, as it was recorded in July 2026, with the dates of a dividend. */
export const cashDividend = {
  id: 31883,
  createdDate: 1784172600000,
  dateOfAnnouncement: '16 Jul 2026',
  announcementId: 38063,
  announcementCategory: 'CASH DIVIDEND',
  company: 'JOHN KEELLS HOLDINGS PLC',
  type: 'A',
  symbol: null,
  recordDate: '30 Jul 2026',
  allotment: null,
  xr: null,
  xc: ' ',
  xd: '29 Jul 2026',
  tradingCommencement: '',
  tradingSuspended: null,
  paymentDate: '14 Aug 2026',
  agmDate: null,
  dateOfAgmInitial: null,
  logoUrl: 'upload_logo/JKH.jpg',
  remarks: 'First interim dividend. Rate of Dividend Rs. 0.10 per share.',
}

const usualAnnouncements: Record<string, unknown> = {
  approvedAnnouncement: { approvedAnnouncement: [cashDividend] },
  getFinancialAnnouncement: {
    reqFinancialAnnouncemnets: [
      {
        id: 7,
        path: 'cmt/upload_report_file/771_1784172600000.pdf',
        manualDate: 1784172600000,
        uploadedDate: '16 Jul 2026 03:26:18 PM',
        fileText: 'Interim Financial Statements as at 30-06-2026',
        name: 'ACCESS ENGINEERING PLC',
        symbol: 'AEL',
        logoUrl: null,
        authorizedDate: null,
      },
    ],
  },
  circularAnnouncement: {
    reqCircularAnnouncement: [
      {
        id: 7,
        path: 'cmt/upload_circular/7.pdf',
        manualDate: 1784028600000,
        uploadedDate: '14 Jul 2026 04:00:44 PM',
        fileText: 'Circular No. 7 of 2026: market holidays',
      },
    ],
  },
  directiveAnnouncement: { reqDirectiveAnnouncement: [] },
  getNonComplianceAnnouncements: {
    nonComplianceAnnouncements: [
      {
        id: 3,
        announcementId: 38001,
        createdDate: '14 Jul 2026 05:10:30 PM',
        title: null,
        announcementCategory: 'NON-COMPLIANCE WITH THE MINIMUM PUBLIC HOLDING',
        category: '40',
        company: 'LANKA EXAMPLE LIMITED',
      },
    ],
  },
  getNewListingsRelatedNoticesAnnouncements: { newListingRelatedAnnouncements: [] },
  getBuyInBoardAnnouncements: { buyInBoardAnnouncements: [] },
  'news/web': {
    CN: [
      {
        id: 90,
        title: 'CSE opens a branch',
        shortDescription: '<p>In Matara &amp; Galle.</p><script>alert(1)</script>',
        publishedDate: 1784172600000,
      },
    ],
  },
}

export async function exchangeStub(): Promise<ExchangeStub> {
  const others = new Map<string, unknown>()
  const asked: { call: string; method: string; at: number }[] = []
  let first: number | undefined
  const usual: Record<string, unknown> = {
    marketSummery: {
      id: 1,
      tradeVolume: 1486150002.75,
      shareVolume: 43278766,
      tradeDate: 1784194200000,
      trades: 13502,
    },
    marketStatus: { status: 'Market Closed' },
    tradeSummary: { reqTradeSummery: [accessEngineering] },
    ...usualAnnouncements,
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://exchange')
    const call = pathname.replace(/^\/api\//, '')
    first ??= performance.now()
    asked.push({ call, method: request.method ?? '', at: performance.now() - first })
    request.resume()
    const answer = others.get(call) ?? usual[call]
    if (request.method !== (call === 'news/web' ? 'GET' : 'POST')) response.writeHead(405).end()
    else if (typeof answer === 'function') (answer as Answering)(response, call, request)
    else if (answer === undefined) response.writeHead(404).end()
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    asked,
    answer: (call, answer) => {
      if (answer === null) others.delete(call)
      else others.set(call, answer)
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((closed) => {
        server.close(() => closed())
      })
    },
  }
}
