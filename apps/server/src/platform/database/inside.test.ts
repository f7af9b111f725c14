import { afterEach, describe, expect, test, vi } from 'vitest'

const asIn = async (environment: string) => {
  vi.resetModules()
  vi.stubEnv('NODE_ENV', environment)
  return import('./inside.ts')
}
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

describe('a second connection inside a transaction', () => {
  test('is a fault that names the transaction, in development and in tests', async () => {
    for (const environment of ['development', 'test']) {
      const { refuseInside, runInside, runOutside } = await asIn(environment)
      expect(() => refuseInside('asks')).not.toThrow()
      await runInside('trades.save-buy', async () => {
        await Promise.resolve()
        expect(() => refuseInside('asks the pool')).toThrow(/"trades.save-buy" asks the pool/)
        // Another person's request does not belong to it.
        runOutside(() => expect(() => refuseInside('asks')).not.toThrow())
      })
    }
  })
  test('is only logged where the books are kept', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    const { refuseInside, runInside } = await asIn('production')
    await runInside('trades.save-buy', () => Promise.resolve(refuseInside('asks the pool')))
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('"trades.save-buy"'), {
      code: 'EM_SECOND_CONNECTION',
    })
  })
})
