
/* struct Args { int wrong; }; */
struct Inner { int a, b; }; // of both
typedef struct { float3 gravity; Inner in; const float *table; } Params;
struct Unused { int x; };
static __constant__ Params params;
__constant__ unsigned int sizes[4];
struct Args {
  float *out;
  int n[2];
  Inner in;
};
