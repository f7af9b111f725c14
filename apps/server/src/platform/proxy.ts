/** The proxies in front of the server, by address or network. */
import { BlockList, isIP, isIPv6 } from 'node:net'

const family = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

/**
 * Reads `10.0.0.5, 10.1.0.0/16, fd00::/8`.
 * @throws Error naming the part that is no address and no network.
 */
export function networksOf(text: string): BlockList {
  const known = new BlockList()
  for (const part of text.split(',').map((one) => one.trim())) {
    const [address = '', bits, ...more] = part.split('/')
    const most = isIPv6(address) ? 128 : 32
    const length = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
    if (isIP(address) === 0 || more.length > 0 || !(length <= most)) {
      throw new Error(`TRUST_PROXY: "${part}" is no address or network, as 10.0.0.5 or 10.1.0.0/16.`)
    }
    known.addSubnet(address, length, family(address))
  }
  return known
}

/** Whether an address is one of them; an IPv4 address may come written as IPv6 (`::ffff:10.0.0.5`). */
export function isAmong(known: BlockList, address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
  return isIP(plain) !== 0 && known.check(plain, family(plain))
}
