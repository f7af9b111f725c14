/**
 * Looks over JSON text as it comes in, byte by byte and before it is parsed: how deep it goes, how many fields an object
 * and how many values a list has, and how long a single text or number is. Text past a bound is refused where it passes it. Whether it is JSON at all is for the
 * parser to say.
 */
import { type BodyBounds, listMax } from '@em/contract/kit/bounds'

/** Where a body is past its bounds: names and positions, like `rows.17`, and the sentence. */
export class PastBounds extends Error {
  readonly field: string
  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

/** A long list that is a field of the body: its offset in the text, and where it can be cut between values. */
export interface LongList {
  /** Its name in the text, with the quotes. */
  readonly nameFrom: number
  readonly nameTo: number
  readonly from: number
  readonly to: number
  /** Offsets of commas between its values, some way apart. */
  readonly cuts: readonly number[]
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
/** Letters of a name that a refusal shows. */
const NAME_MAX = 60

interface Level {
  readonly isList: boolean
  readonly most: number
  readonly from: number
  /** Commas so far. */
  commas: number
  /** The name or value that began last. */
  textFrom: number
  textTo: number
  /** The text before the last colon: the name of the field that is being read. */
  nameFrom: number
  nameTo: number
}

export class JsonShape {
  /** Lists longer than one cut, in their order. */
  readonly longLists: LongList[] = []
  readonly #bounds: BodyBounds
  readonly #cutEvery: number
  readonly #chunks: Buffer[] = []
  readonly #levels: Level[] = []
  #cuts: number[] = []
  #inText = false
  #escaped = false
  #length = 0
  /** Bytes so far of the text, or of the part between two signs outside texts. */
  #run = 0

  /** `cutEvery`: bytes between the cuts of a long list. */
  constructor(bounds: BodyBounds, cutEvery: number) {
    this.#bounds = bounds
    this.#cutEvery = cutEvery
  }

  get length(): number {
    return this.#length
  }

  /** The text so far. */
  bytes(): Buffer {
    const [only, ...others] = this.#chunks
    return others.length === 0 && only !== undefined ? only : Buffer.concat(this.#chunks, this.#length)
  }

  /** Takes what comes next. @throws PastBounds */
  take(chunk: Buffer): void {
    this.#chunks.push(chunk)
    const start = this.#length
    this.#length += chunk.length
    let level = this.#levels.at(-1)
    for (let at = 0; at < chunk.length; at += 1) {
      if (this.#inText) {
        const from = at
        at = this.#throughText(chunk, at)
        this.#long(at - from)
        if (!this.#inText && level !== undefined) level.textTo = start + at + 1
        continue
      }
      switch (chunk[at]) {
        case QUOTE:
          this.#inText = true
          this.#run = 0
          if (level !== undefined) level.textFrom = start + at
          break
        case COLON:
          this.#run = 0
          if (level === undefined) break
          level.nameFrom = level.textFrom
          level.nameTo = level.textTo
          break
        case COMMA:
          this.#run = 0
          if (level === undefined) break
          level.commas += 1
          if (level.commas >= level.most) this.#refuseTooMany(level)
          if (this.#levels.length === 2) this.#cut(level, start + at)
          break
        case OPEN_LIST:
        case OPEN_OBJECT:
          this.#run = 0
          level = this.#open(chunk[at] === OPEN_LIST, start + at)
          break
        case CLOSE_LIST:
        case CLOSE_OBJECT:
          this.#run = 0
          level = this.#close(start + at)
          break
        default:
          this.#long(1)
      }
    }
  }

  /** Counts bytes of a text or a number. What is parsed in one go must be short: others wait meanwhile. */
  #long(bytes: number): void {
    this.#run += bytes
    if (this.#run > this.#bounds.textBytes) {
      const kilobytes = Math.floor(this.#bounds.textBytes / 1024).toLocaleString('en')
      throw new PastBounds(this.#path(), `A single value takes at most ${kilobytes} KB.`)
    }
  }

  /** Answers the offset of the quote that ends the text, or the end of the chunk. */
  #throughText(chunk: Buffer, from: number): number {
    let at = from
    for (; at < chunk.length; at += 1) {
      if (this.#escaped) this.#escaped = false
      else if (chunk[at] === BACKSLASH) this.#escaped = true
      else if (chunk[at] === QUOTE) {
        this.#inText = false
        return at
      }
    }
    return at
  }

  #open(isList: boolean, from: number): Level {
    const depth = this.#levels.length
    if (depth >= this.#bounds.depth) {
      throw new PastBounds(this.#path(), `The request is nested deeper than ${this.#bounds.depth} levels.`)
    }
    if (depth === 1) this.#cuts = []
    const most = isList ? listMax(this.#bounds, depth) : this.#bounds.keys
    const level = { isList, most, from, commas: 0, textFrom: 0, textTo: 0, nameFrom: 0, nameTo: 0 }
    this.#levels.push(level)
    return level
  }

  #close(to: number): Level | undefined {
    const closed = this.#levels.pop()
    const level = this.#levels.at(-1)
    if (this.#levels.length === 1 && closed?.isList && level !== undefined && this.#cuts.length > 0) {
      const { nameFrom, nameTo } = level
      this.longLists.push({ nameFrom, nameTo, from: closed.from, to, cuts: this.#cuts })
      this.#cuts = []
    }
    return level
  }

  #cut(list: Level, at: number): void {
    if (!list.isList || this.#levels[0]?.isList) return
    if (at - (this.#cuts.at(-1) ?? list.from) >= this.#cutEvery) this.#cuts.push(at)
  }

  #refuseTooMany(level: Level): never {
    const path = this.#path(this.#levels.length - 1)
    const most = level.most.toLocaleString('en')
    throw new PastBounds(
      path,
      level.isList ? `Takes at most ${most} values.` : `Takes at most ${most} fields.`,
    )
  }

  /** Names and positions of the levels, as far down as given. */
  #path(levels = this.#levels.length): string {
    const parts = this.#levels
      .slice(0, levels)
      .map((level) => (level.isList ? String(level.commas) : this.#textOf(level).slice(1, -1)))
    return parts.join('.') || 'body'
  }

  #textOf(level: Level): string {
    if (level.nameTo <= level.nameFrom) return ''
    return this.bytes()
      .subarray(level.nameFrom, Math.min(level.nameTo, level.nameFrom + NAME_MAX + 2))
      .toString('utf8')
  }
}
