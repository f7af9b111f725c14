/**
 * Loaded into our programs before their own first line. The launcher holds the other end of a channel;
 * when it is killed and cannot pass anything on, the program gets the signal to end in order.
 */
if (process.channel) {
  process.channel.unref()
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
}
