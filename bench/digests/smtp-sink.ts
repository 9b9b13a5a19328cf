import { createServer } from 'node:net';

/*
 * A mail server that takes everything and keeps nothing, in a process of its own: says its port, then the number of mails
 * whenever it is asked.
 */
let mails = 0;

const server = createServer((socket) => {
  socket.setNoDelay(true);
  socket.on('error', () => {});
  let rest = '';
  let inData = false;
  socket.write('220 sink\r\n');
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    rest += chunk;
    for (;;) {
      if (inData) {
        const end = rest.indexOf('\r\n.\r\n');
        if (end < 0) {
          rest = rest.slice(-4);
          return;
        }
        rest = rest.slice(end + 5);
        inData = false;
        mails++;
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
process.on('message', () => process.send?.(mails));
process.on('disconnect', () => process.exit());
