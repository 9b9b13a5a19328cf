import { createServer } from 'node:net';

/*
 * A mail server that takes everything and keeps nothing but Message-IDs, in a process of its own: says its port, then how
 * many mails came, and how many different ones, whenever it is asked.
 */
let mails = 0;
const ids = new Set<string>();

const server = createServer((socket) => {
  socket.setNoDelay(true);
  socket.on('error', () => {});
  let rest = '';
  let inData = false;
  let id: string | undefined;
  socket.write('220 sink\r\n');
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    rest += chunk;
    for (;;) {
      if (inData) {
        id ??= /^Message-ID: <([^>]+)>/im.exec(rest)?.[1];
        const end = rest.indexOf('\r\n.\r\n');
        if (end < 0) {
          // Until its Message-ID has come all of a mail is kept, which is in its head.
          if (id !== undefined) rest = rest.slice(-4);
          return;
        }
        rest = rest.slice(end + 5);
        inData = false;
        mails++;
        if (id !== undefined) ids.add(id);
        id = undefined;
        socket.write('250 taken\r\n');
        continue;
      }
      const end = rest.indexOf('\r\n');
      if (end < 0) return;
      const command = rest.slice(0, end).toUpperCase();
      rest = rest.slice(end + 2);
      if (command === 'DATA') {
        inData = true;
        socket.write('354 go on\r\n');
      } else if (command.startsWith('QUIT')) {
        socket.end('221 bye\r\n');
      } else {
        socket.write('250 ok\r\n');
      }
    }
  });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(address && typeof address === 'object' ? address.port : 0);
});
process.on('message', () => process.send?.({ mails, different: ids.size }));
process.on('disconnect', () => process.exit());
