/**
 * jspurefix as a broker, in a process of its own: another engine than ours as the other end of a session. It reports `ready` once its
 * port is open and `on` at each logon, and sends the execution that it receives by IPC as [ExecID, shares, price].
 */
import 'reflect-metadata'
import engine, {
  type IFixMsgStoreRecord,
  type IFixSessionStore,
  type IJsFixConfig,
  type ISessionDescription,
  type SessionId,
} from 'jspurefix'

const { AsciiSession, EmptyLogFactory, FixMsgStoreRecord, MemorySessionStore, SessionLauncher } = engine
let session: Peer | undefined
const connected = (peer: Peer) => {
  session = peer
}
/** The engine makes a session for each connection: its numbers go on. */
const stores = new Map<string, IFixSessionStore>()
const numbers = {
  create(id: SessionId): IFixSessionStore {
    const store = stores.get('one') ?? new MemorySessionStore(id)
    stores.set('one', store)
    return store
  },
}

class Peer extends AsciiSession {
  constructor(config: IJsFixConfig) {
    super(config)
    this.logReceivedMsgs = false
  }
  protected override onApplicationMsg(): void {}
  protected override onReady(): void {
    connected(this)
    process.send?.('on')
  }
  protected override onStopped(): void {}
  protected override onLogon(): boolean {
    return true
  }
  protected override onDecoded(): void {}
  protected override onEncoded(): void {}

  deal(id: string, quantity: number, price: number): void {
    const report = {
      OrderID: 'O-1001',
      ClOrdID: 'C-77',
      ExecID: id,
      ExecType: 'F',
      OrdStatus: '1',
      Account: 'ABC-12345-LI/00',
      Instrument: { Symbol: 'JKH.N0000', SecurityID: 'LK0092N00003', SecurityIDSource: '4' },
      Side: '1',
      LeavesQty: 0,
      CumQty: quantity,
      AvgPx: price,
      LastQty: quantity,
      LastPx: price,
      TradeDate: new Date(Date.UTC(2026, 0, 5)),
      TransactTime: new Date(Date.UTC(2026, 0, 5, 4, 35, 10)),
      SettlDate: new Date(Date.UTC(2026, 0, 7)),
    }
    // The engine resends from a store that its user has to fill.
    const record: unknown = new FixMsgStoreRecord('8', new Date(), this.lastSentSeqNum() + 1, { ...report })
    void this.store?.put(record as IFixMsgStoreRecord).then(() => this.send('8', report))
  }
}

class Launcher extends SessionLauncher {
  constructor(description: ISessionDescription) {
    super(null, description, new EmptyLogFactory())
  }
  protected override makeFactory() {
    return {
      makeSession: (config: IJsFixConfig) =>
        new Peer(Object.assign(config, { sessionStoreFactory: numbers })),
    }
  }
}

process.on('message', ([id, quantity, price]: [string, number, number]) => session?.deal(id, quantity, price))
process.on('disconnect', () => process.exit())
await new Launcher({
  application: {
    type: 'acceptor',
    name: 'broker',
    tcp: { host: '127.0.0.1', port: Number(process.argv[2]) },
    protocol: 'ascii',
    dictionary: 'qf44',
  },
  EncryptMethod: 0,
  ResetSeqNumFlag: false,
  HeartBtInt: 30,
  SenderCompId: 'CSEBRK',
  TargetCompID: 'EQUITYMGR',
  BeginString: 'FIX.4.4',
} as unknown as ISessionDescription).run()
