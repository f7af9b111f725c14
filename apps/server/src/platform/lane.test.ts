import { expect, test } from 'vitest'
import { lane } from './lane.ts'

const later = () => new Promise<void>((done) => setImmediate(done))

test('no more than allowed are at work at once, the others follow in their order', async () => {
  const through = lane(2, 10)
  let running = 0
  let most = 0
  const order: number[] = []
  const work = (no: number) => async () => {
    order.push(no)
    running += 1
    most = Math.max(most, running)
    await later()
    running -= 1
    return no
  }
  expect(await Promise.all([1, 2, 3, 4, 5].map((no) => through(work(no))))).toEqual([1, 2, 3, 4, 5])
  expect(most).toBe(2)
  expect(order).toEqual([1, 2, 3, 4, 5])
})

test('work that fails gives its place to the next', async () => {
  const through = lane(1, 10)
  const failed = through(() => Promise.reject(new Error('no')))
  const next = through(() => Promise.resolve('done'))
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('done')
  expect(await through(() => Promise.resolve('again'))).toBe('again')
})

test('whoever comes when too many wait is refused at once', async () => {
  const through = lane(1, 1)
  let end = () => {}
  const first = through(() => new Promise<void>((done) => (end = done)))
  const second = through(() => Promise.resolve())
  await expect(through(() => Promise.resolve())).rejects.toMatchObject({ code: 'server.busy' })
  end()
  await Promise.all([first, second])
})
