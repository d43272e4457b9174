import { parentPort } from 'node:worker_threads';
parentPort.on('message', ({ path }) => {
  if (path === 'loop') for (;;);
  if (path === 'memory') {
    const all = [];
    for (;;) all.push(Array.from({ length: 1e5 }, () => all.length));
  }
  if (path === 'throw')
    setTimeout(() => {
      throw new Error('oh');
    });
  if (path === 'exit') process.exit(7);
  if (path === 'alive') {
    let left = 6;
    const timer = setInterval(() => {
      parentPort.postMessage(--left > 0 ? { kind: 'alive' } : { kind: 'done', value: path });
      if (left === 0) clearInterval(timer);
    }, 400);
  }
  if (path === 'good') parentPort.postMessage({ kind: 'done', value: path });
});
