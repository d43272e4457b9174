console.log("x"); export {};
