/** The class of ioredis that reads replies, as far as it is changed here: its declarations hide these methods. */
interface ReplyReader {
  readonly redis: { readonly commandQueue: { shift(): object | undefined } };
}

/**
 * Makes ioredis end the connection on a reply without a command, and on an exception while it handles a reply, as it does on bytes that it cannot decode. By itself it
 * throws such an exception again outside of the connection, where it ends the process, and continues after an unexpected reply, so that later replies go to wrong commands.
 * @param dataHandler the class. A parameter, since this library is loaded without ioredis too.
 */
export function endOnUnexpectedReplies(dataHandler: { readonly prototype: object }): void {
  Object.assign(dataHandler.prototype, {
    dispatch(handle: () => void): void {
      handle();
    },
    shiftCommand(this: ReplyReader): object {
      const item = this.redis.commandQueue.shift();
      if (!item) throw new Error('Redis sent a reply without a command');
      return item;
    },
  });
}
