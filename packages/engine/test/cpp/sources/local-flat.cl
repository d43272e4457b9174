// launch: grid=1,block=1024
// observed: t element=4 widest=4 bytes=4096
__kernel __attribute__((reqd_work_group_size(1024, 1, 1)))
void k(__global float *out, __global const float *in) {
  __local float t[1024];
  int i = get_local_id(0);
  t[i] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = t[i * 32 % 1024];
}
