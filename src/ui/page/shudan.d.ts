declare module '@sabaki/shudan/css/goban.css';
