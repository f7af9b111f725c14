/**
 * `npm run bench [-- NAME ...]`, a name as below or none for all: prints figures as measured, never judges them. See docs/performance.md and docs/reliability.md.
 */
import { benchAccountingExports } from './accounting-exports.ts'
import { benchActions } from './actions.ts'
import { benchApprovals } from './approvals.ts'
import { benchBackup } from './backup.ts'
import { benchBatches } from './batches.ts'
import { benchBodies } from './bodies.ts'
import { benchBook } from './book.ts'
import { benchBooks } from './books.ts'
import { benchCustodian } from './custodian.ts'
import { benchDocumentBooks } from './document-books.ts'
import { benchDocuments } from './documents.ts'
import { benchExports } from './exports.ts'
import { benchFix } from './fix.ts'
import { benchFuzz } from './fuzz.ts'
import { benchHeldImports } from './held-imports.ts'
import { benchHostileFiles } from './hostile-files.ts'
import { benchJobs } from './jobs.ts'
import { benchLedger } from './ledger.ts'
import { benchLimits } from './limits.ts'
import { benchMarket } from './market.ts'
import { benchPerformance } from './performance.ts'
import { benchPrices } from './prices.ts'
import { benchRealized } from './realized.ts'
import { benchReconciliation } from './reconciliation.ts'
import { benchRefusedImports } from './refused-imports.ts'
import { benchRights } from './rights.ts'
import { benchScreens } from './screens.ts'
import { benchSearch, benchSearchAll } from './search.ts'
import { benchStarve } from './starve.ts'
import { machineLine } from './support/machine.ts'
import { benchTrades } from './trades.ts'
import { benchValuation } from './valuation.ts'
import { benchWeb } from './web.ts'

const say = (line: string) => console.log(line)
const asked = process.argv.slice(2)
const wants = (name: string) => asked.length === 0 || asked.includes(name)

say(`machine: ${machineLine()}`)
if (wants('web')) benchWeb(say)
if (wants('books')) await benchBooks(say)
if (wants('trades')) await benchTrades(say)
if (wants('batches')) await benchBatches(say)
if (wants('realized')) await benchRealized(say)
if (wants('reconciliation')) await benchReconciliation(say)
if (wants('ledger')) await benchLedger(say)
if (wants('valuation')) await benchValuation(say)
if (wants('prices')) await benchPrices(say)
if (wants('market')) await benchMarket(say)
if (wants('performance')) await benchPerformance(say)
if (wants('screens')) await benchScreens(say)
if (wants('limits')) await benchLimits(say)
if (wants('approvals')) await benchApprovals(say)
if (wants('held-imports')) await benchHeldImports(say)
if (wants('exports')) await benchExports(say)
if (wants('accounting-exports')) await benchAccountingExports(say)
if (wants('book')) await benchBook(say)
if (wants('search')) await benchSearch(say)
if (wants('search-all')) await benchSearchAll(say)
if (wants('starve')) await benchStarve(say)
if (wants('hostile-files')) await benchHostileFiles(say)
if (wants('custodian')) await benchCustodian(say)
if (wants('documents')) await benchDocuments(say)
if (wants('document-books')) await benchDocumentBooks(say)
if (wants('fix')) await benchFix(say)
if (wants('fuzz')) await benchFuzz(say)
if (wants('bodies')) await benchBodies(say)
if (wants('refused-imports')) await benchRefusedImports(say)
if (wants('jobs')) await benchJobs(say)
if (wants('actions')) await benchActions(say)
if (wants('rights')) await benchRights(say)
if (wants('backup')) await benchBackup(say)
