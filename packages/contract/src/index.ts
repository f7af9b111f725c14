export { type ApiError, apiError, type RefusalCode, refusalMessage, refusals } from './kit/errors.ts'
export { onFirstOpenDay } from './kit/refusals/ledger.ts'
export { type CallInput, type Reply, type Route, route } from './kit/route.ts'
