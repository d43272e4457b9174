console.log("hi"); export {};
